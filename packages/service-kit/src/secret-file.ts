import { readFileSync } from 'node:fs';

/** The secret in a file. The end of its last line is the editor's, and no part of it. Throws what `readFileSync` throws. */
export const readSecretFile = (path: string): string => readFileSync(path, 'utf8').replace(/\r?\n$/, '');
