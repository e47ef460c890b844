import { parseArgs } from 'node:util';
import { Advice, wholeNumber } from '../runtime/command-line.ts';

const USAGE = `Usage: ./scripts/bench [--json FILE] [--seconds N] [--entities N]

  --json FILE     also write the figures to FILE
  --seconds N     how long each row is measured (default: 8)
  --entities N    how many entities there are (default: 100000)`;

const ARGUMENTS = {
  json: { type: 'string' },
  seconds: { type: 'string', default: '8' },
  entities: { type: 'string', default: '100000' },
} as const;

/** What the command was asked to do. */
export type Options = { seconds: number; entities: number; json?: string | undefined };

/** Reads the command line. Throws `Advice`. */
export const readOptions = (parameters: readonly string[]): Options => {
  const { seconds, entities, json } = parse(parameters);
  return {
    seconds: wholeNumber('--seconds', seconds, 1),
    entities: wholeNumber('--entities', entities, 1),
    json,
  };
};

const parse = (parameters: readonly string[]) => {
  try {
    return parseArgs({ args: [...parameters], options: ARGUMENTS }).values;
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${USAGE}`);
  }
};
