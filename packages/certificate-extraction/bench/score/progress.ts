import { SingleBar } from 'cli-progress';

const LINE_EVERY_MS = 2_000;

/** Shows how many of the documents are read: a bar on a terminal, plain lines elsewhere. */
export const makeProgress = (stream: NodeJS.WriteStream): SingleBar =>
  new SingleBar({
    format: 'extracting [{bar}] {value}/{total}',
    stream,
    hideCursor: true,
    clearOnComplete: false,
    noTTYOutput: true,
    notTTYSchedule: LINE_EVERY_MS,
  });
