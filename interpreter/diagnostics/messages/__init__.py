"""What can be wrong, one function per code: facts in, wording here and nowhere else."""
