# Start-up: nothing to do.
1
