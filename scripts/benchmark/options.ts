import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Advice, wholeNumber } from '../runtime/command-line.ts';

const USAGE = `Usage: ./scripts/bench [--json FILE] [--seconds N] [--entities N] [--audit-entries N] [--only TEXT]... [--against DIR]

  --json FILE         also write the figures to FILE
  --seconds N         how long each row is measured (default: 8)
  --entities N        how many entities and how many suppliers there are (default: 100000); quality events are 200000
  --audit-entries N   among how many entries the audit log is searched (default: 200000)
  --only TEXT         only rows with the text in their names ("list", "create", "supplier", "certificate", "quality",
                      "audit", "transition", "signed decision", "impact analysis", "lag", "memory"); may stand several times
  --against DIR       also start the mesh of another checkout and measure each row on both in turn`;

const ARGUMENTS = {
  json: { type: 'string' },
  seconds: { type: 'string', default: '8' },
  entities: { type: 'string', default: '100000' },
  'audit-entries': { type: 'string', default: '200000' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  against: { type: 'string' },
} as const;

/** What the command was asked to do. */
export type Options = {
  seconds: number;
  entities: number;
  auditEntries: number;
  /** Parts of the names of the rows that are wanted; none for all. */
  only: readonly string[];
  json?: string | undefined;
  /** Another checkout to be measured beside this one. */
  against?: string | undefined;
};

/** Reads the command line. Throws `Advice`. */
export const readOptions = (parameters: readonly string[]): Options => {
  const { seconds, entities, 'audit-entries': auditEntries, json, only, against } = parse(parameters);
  return {
    seconds: wholeNumber('--seconds', seconds, 1),
    entities: wholeNumber('--entities', entities, 1),
    auditEntries: wholeNumber('--audit-entries', auditEntries, 1),
    only,
    json,
    against: against === undefined ? undefined : resolve(against),
  };
};

/** Whether a row of this name was asked for. */
export const isWanted = ({ only }: Pick<Options, 'only'>, name: string): boolean =>
  only.length === 0 || only.some((text) => name.includes(text));

const parse = (parameters: readonly string[]) => {
  try {
    return parseArgs({ args: [...parameters], options: ARGUMENTS }).values;
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${USAGE}`);
  }
};
