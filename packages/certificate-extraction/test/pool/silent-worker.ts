// Never says that it has started.
process.on('message', () => undefined);
