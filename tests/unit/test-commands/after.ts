console.error('not as it should be');
process.exitCode = 1;
