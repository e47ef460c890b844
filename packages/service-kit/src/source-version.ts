import { readFileSync } from 'node:fs';

const ROOT_PACKAGE = new URL('../../../package.json', import.meta.url);

/** The version of the system that these files are of. */
export const sourceVersion = (): string => {
  const { version } = JSON.parse(readFileSync(ROOT_PACKAGE, 'utf8')) as { version: string };
  return version;
};
