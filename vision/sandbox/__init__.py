"""Sandbox: bytes from a stranger in, the answer of a child process out.

`child` starts a process with limited memory and time, and kills it if it takes longer; `worker`
reads photos and box labels in one.
"""
