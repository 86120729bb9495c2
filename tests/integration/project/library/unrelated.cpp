int unrelated() { return 1; }
