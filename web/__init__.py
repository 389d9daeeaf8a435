"""The phone table: a web app on which players join with their phones and keep score."""
