import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const ROTATE_AT_BYTES = 20 * 1024 * 1024;

/** Opens a log for appending; one that has grown large is put aside as `.1` first. Answers the descriptor. */
export const openLog = (path: string): number => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_AT_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
};

/** The last lines of a log, for a message; an empty text where there is no log. */
export const lastLines = (path: string, count: number): string => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return '';
  const tail = Buffer.alloc(Math.min(size, 16_384));
  const descriptor = openSync(path, 'r');
  try {
    readSync(descriptor, tail, 0, tail.length, size - tail.length);
  } finally {
    closeSync(descriptor);
  }
  return tail.toString('utf8').trimEnd().split('\n').slice(-count).join('\n');
};
