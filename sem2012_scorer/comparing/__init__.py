"""Is the difference between two systems chance?"""
