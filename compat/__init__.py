"""What stands in for the Perl scripts, and the tools that compare with them."""
