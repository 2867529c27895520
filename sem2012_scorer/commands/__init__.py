"""The commands of ``sem2012-scorer``, one file each, and what they share."""
