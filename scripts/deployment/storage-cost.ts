import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { Advice, runCommand, say, wholeNumber } from '../runtime/command-line.ts';
import { fillAuditSample } from './audit-sample.ts';

const USAGE = `Usage: MONGODB_URI=… node scripts/deployment/storage-cost.ts [--least N] [--audit-entries N]

The address stands in the environment alone: an argument is seen by everybody on the machine. Tells of each collection what a document takes: as it is in memory, on the disk, and in all its indexes.

  --least N          leaves out collections of fewer documents (default: 100)
  --audit-entries N  first fills the database scale_audit with so many entries; without it nothing is written`;

const ARGUMENTS = {
  least: { type: 'string', default: '100' },
  'audit-entries': { type: 'string', default: '0' },
} as const;

const readArguments = (parameters: string[]) => {
  try {
    const { values } = parseArgs({ args: parameters, options: ARGUMENTS });
    const uri = process.env.MONGODB_URI;
    if (!uri) throw new Error('Name a MongoDB by MONGODB_URI.');
    const fill = wholeNumber('--audit-entries', values['audit-entries']);
    return { uri, least: wholeNumber('--least', values.least, 1), fill };
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${USAGE}`);
  }
};

type Stats = { count: number; size: number; storageSize: number; indexSizes: Record<string, number> };

const perDocument = (bytes: number, { count }: Stats): string => Math.round(bytes / count).toString();

const toRow = (name: string, stats: Stats): string[] => {
  const indexes = Object.values(stats.indexSizes);
  const indexed = indexes.reduce((sum, bytes) => sum + bytes, 0);
  return [
    name,
    String(stats.count),
    perDocument(stats.size, stats),
    perDocument(stats.storageSize, stats),
    perDocument(indexed, stats),
    String(indexes.length),
  ];
};

const makeRows = async (client: MongoClient, least: number): Promise<string[][]> => {
  const rows: string[][] = [];
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((one) => !['admin', 'config', 'local'].includes(one.name)))
    for (const collection of await client.db(name).collections({ nameOnly: true })) {
      const pipeline = [{ $collStats: { storageStats: {} } }];
      const [found] = await collection.aggregate<{ storageStats: Stats }>(pipeline).toArray();
      if (found && found.storageStats.count >= least) rows.push(toRow(collection.namespace, found.storageStats));
    }
  return rows;
};

// What grows, and by how much: docs/scale.md counts with it.
await runCommand(async () => {
  const { uri, least, fill } = readArguments(process.argv.slice(2));
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    if (fill > 0) await fillAuditSample(client, fill);
    // Statistics of the disk are those of the last checkpoint.
    if (fill > 0) await client.db('admin').command({ fsync: 1 });
    const rows = await makeRows(client, least);
    say('| collection | documents | bytes in memory | on disk | in its indexes | indexes |\n|---|---|---|---|---|---|');
    for (const row of rows.sort()) say(`| ${row.join(' | ')} |`);
  } finally {
    await client.close();
  }
  return 0;
});
