import { parseArgs } from 'node:util';
import { Advice, wholeNumber } from '../runtime/command-line.ts';
import type { DeliverySize } from './delivery-drill.ts';
import type { DrillSize } from './drill.ts';
import type { FailoverSize } from './failover/failover-drill.ts';
import type { RollingSize } from './rolling/rolling-drill.ts';

export const USAGE = `Usage: ./scripts/drill [--writes N] [--faults M] [--seed S] [--minutes T]
       ./scripts/drill --deliveries N [--seed S]
       ./scripts/drill --rolling [--rate N] [--seed S]
       ./scripts/drill --failover [--rate N] [--seconds N] [--seed S]

Starts a mesh of its own, writes through the gateway while processes are killed and connections cut and stalled, and
checks that nothing was lost and nothing came twice. Exit code 0 only when all checks hold.

  --writes N    how many requests that write (default: 500)
  --faults M    how many faults meanwhile (default: 20)
  --seed S      the choice and timing of faults (default: by the clock; it is printed)
  --minutes T   when faults end at the latest (default: 30); a drill that ends early does not pass
  --deliveries N  instead of these: kills the webhook service, RabbitMQ and MongoDB in turn during N deliveries to webhooks
  --rolling     instead of these: replaces every process by SIGTERM, one replica at a time, under load, and then once more by the
                next release over a migration; no request may fail, and none is repeated
  --rate N      how many writes a second are begun meanwhile (default: 3)
  --failover    instead of these: a replica set of three and a cluster of three RabbitMQ nodes behind a balancer; the primary is killed
                three times and each node once, a node is parted from the others, the primary is paused, a secondary is slow
  --seconds N   how long a parted, paused or slow member stays so at least (default: 20)`;

const ARGUMENTS = {
  writes: { type: 'string', default: '500' },
  faults: { type: 'string', default: '20' },
  seed: { type: 'string' },
  minutes: { type: 'string', default: '30' },
  deliveries: { type: 'string' },
  rolling: { type: 'boolean', default: false },
  rate: { type: 'string', default: '3' },
  failover: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '20' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** What the command was asked to do. */
export type Task =
  | { kind: 'help' }
  | { kind: 'deliveries'; size: DeliverySize }
  | { kind: 'rolling'; size: RollingSize }
  | { kind: 'failover'; size: FailoverSize }
  | { kind: 'drill'; size: DrillSize };

/** Reads the command line. Throws `Advice`. */
export const readTask = (parameters: readonly string[]): Task => {
  const values = parse(parameters);
  if (values.help) return { kind: 'help' };
  const seed = wholeNumber('--seed', values.seed ?? String(Date.now() % 1_000_000));
  if (values.deliveries !== undefined)
    return { kind: 'deliveries', size: { deliveries: wholeNumber('--deliveries', values.deliveries, 1), seed } };
  const rate = wholeNumber('--rate', values.rate, 1);
  if (values.rolling) return { kind: 'rolling', size: { rate, seed } };
  if (values.failover)
    return { kind: 'failover', size: { rate, seconds: wholeNumber('--seconds', values.seconds, 1), seed } };
  return {
    kind: 'drill',
    size: {
      writes: wholeNumber('--writes', values.writes),
      faults: wholeNumber('--faults', values.faults),
      seed,
      minutes: wholeNumber('--minutes', values.minutes),
    },
  };
};

const parse = (parameters: readonly string[]) => {
  try {
    return parseArgs({ args: [...parameters], options: ARGUMENTS }).values;
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${USAGE}`);
  }
};
