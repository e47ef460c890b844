import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Advice, wholeNumber } from '../runtime/command-line.ts';

const USAGE = `Usage: ./scripts/bench [--json FILE] [--seconds N] [--entities N] [--audit-entries N] [--events N] [--waiting N] [--sync-records N]
                       [--against DIR] [--only TEXT]... [TEXT]...

  --json FILE         also write the figures to FILE
  --seconds N         how long each row is measured (default: 8)
  --entities N        how many entities and how many suppliers there are (default: 100000); quality events are 200000
  --audit-entries N   among how many entries the audit log is searched (default: 200000)
  --events N          how many events go to each of 80 receivers of webhooks (default: 250)
  --waiting N         how many events wait for receivers in trouble while a fast one is measured (default: 10000)
  --sync-records N    how many suppliers are synchronised with each external system (default: 5000)
  --only TEXT         only rows with the text in their names ("list", "create", "supplier", "certificate", "quality",
                      "audit", "transition", "signed decision", "impact analysis", "webhooks", "lag", "sync", "memory"); may stand
                      several times, and without --only too
  --against DIR       also start the mesh of another checkout and measure each row on both in turn`;

const ARGUMENTS = {
  json: { type: 'string' },
  seconds: { type: 'string', default: '8' },
  entities: { type: 'string', default: '100000' },
  'audit-entries': { type: 'string', default: '200000' },
  events: { type: 'string', default: '250' },
  waiting: { type: 'string', default: '10000' },
  'sync-records': { type: 'string', default: '5000' },
  only: { type: 'string', multiple: true, default: [] as string[] },
  against: { type: 'string' },
} as const;

/** What the command was asked to do. */
export type Options = {
  seconds: number;
  entities: number;
  auditEntries: number;
  /** How many events go to each receiver of webhooks. */
  events: number;
  /** How many events wait for each receiver in trouble. */
  waiting: number;
  /** How many suppliers are synchronised with each external system. */
  syncRecords: number;
  /** Parts of the names of the rows that are wanted; none for all. */
  only: readonly string[];
  json?: string | undefined;
  /** Another checkout to be measured beside this one. */
  against?: string | undefined;
};

/** Reads the command line. Throws `Advice`. */
export const readOptions = (parameters: readonly string[]): Options => {
  const { values, positionals } = parse(parameters);
  const { seconds, entities, 'audit-entries': auditEntries, events, waiting, json, only, against } = values;
  const syncRecords = wholeNumber('--sync-records', values['sync-records'], 1);
  return {
    seconds: wholeNumber('--seconds', seconds, 1),
    entities: wholeNumber('--entities', entities, 1),
    auditEntries: wholeNumber('--audit-entries', auditEntries, 1),
    events: wholeNumber('--events', events, 1),
    waiting: wholeNumber('--waiting', waiting, 1),
    syncRecords,
    only: [...only, ...positionals],
    json,
    against: against === undefined ? undefined : resolve(against),
  };
};

/** Whether a row of this name was asked for. */
export const isWanted = ({ only }: Pick<Options, 'only'>, name: string): boolean =>
  only.length === 0 || only.some((text) => name.includes(text));

const parse = (parameters: readonly string[]) => {
  try {
    return parseArgs({ args: [...parameters], options: ARGUMENTS, allowPositionals: true });
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${USAGE}`);
  }
};
