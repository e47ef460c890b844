process.stderr.write('the pantry is empty\n');
process.exit(3);
