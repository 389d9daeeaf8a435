"""The commands `scan`, `deck read` and `calibrate read`; each module has one."""
