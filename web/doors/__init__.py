"""Who may come in, and how often.

- `views`: passes, phones shut out, tables locked and deleted, and help for phones that can't get here
- `passes`: how a right is brought to another device, once
- `security`: what each request and each answer must bring along
- `throttle`: how much of it one device, and all together, may ask
"""
