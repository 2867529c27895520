"""Recorded reports and published numbers: checked against the data, or against arithmetic."""
