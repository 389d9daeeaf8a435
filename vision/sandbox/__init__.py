"""Process bytes from an untrusted source in a child process.

`child` starts a process with limited memory and time, and kills it if it takes longer; `worker`
reads photos and box labels in one.
"""
