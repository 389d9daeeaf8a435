"""Who may come in, beyond sitting down.

- `views`: passes, phones shut out, tables locked and deleted, and help for phones that can not get here
- `passes`: how a right is brought to another device, once
"""
