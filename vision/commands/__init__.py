"""The commands `scan`, `solve`, `deck read` and `calibrate read`; each module has one."""
