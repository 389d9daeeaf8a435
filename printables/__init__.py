"""Paper: what is printed, and how it lies on the sheet."""
