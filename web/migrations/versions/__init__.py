"""The migration steps, each named by the schema that it leads to."""
