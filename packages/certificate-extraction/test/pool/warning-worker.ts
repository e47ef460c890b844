import '../../src/pool/worker-main.ts';

process.once('message', () => process.emitWarning('Tried once more.', 'RecognitionWarning'));
