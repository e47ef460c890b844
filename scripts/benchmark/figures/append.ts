import { newId } from '@qsc/contracts';
import type { ActEnvelope } from '@qsc/contracts/events';
import { indexDescriptions, makePublisher } from '@qsc/service-kit';
import amqp from 'amqplib';
import type { Collection, Db, MongoClient } from 'mongodb';
import { entryDefinition, type StoredEntry, toStored } from '../../../services/audit/src/entry/entry.store.ts';
import { EMPTY_CHAIN, entryAfter, type Head } from '../../../services/audit/src/entry/entry.ts';
import { DURABLE, databaseName, FLOOR_DATABASE } from '../bare-driver.ts';
import { eventAt } from '../sample/audit-record.ts';

/** How many entries a second are recorded in one chain, from the broker on, and how many the bare driver inserts. */
export type AppendRate = { entries_per_second: number; floor_entries_per_second: number };

const ENTRIES = 20_000;
const BATCH = 200;
const LOOK_MS = 10;

const makeEvents = (orgId: string): ActEnvelope[] =>
  Array.from({ length: ENTRIES }, (_, index) => eventAt(index, orgId));

const rateSince = (began: number): number => ENTRIES / ((performance.now() - began) / 1000);

const publishAll = async (amqpUrl: string, events: readonly ActEnvelope[]): Promise<void> => {
  const connection = await amqp.connect(amqpUrl);
  const publisher = makePublisher();
  await publisher.setup(connection);
  const sent = events.map((event) =>
    publisher.publish({ id: event.id, orgId: event.orgid, type: event.type, body: JSON.stringify(event) }),
  );
  const outcomes = await Promise.all(sent);
  await connection.close();
  if (outcomes.some((outcome) => outcome !== 'confirmed')) throw new Error('The broker did not take every event.');
};

const untilRecorded = async (entries: Collection<StoredEntry>, orgId: string): Promise<void> => {
  while (!(await entries.findOne({ org_id: orgId, sequence: ENTRIES }, { projection: { _id: 1 } })))
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
};

/** The same entries with their hashes, made before the clock runs. */
const makeChain = (events: readonly ActEnvelope[]): StoredEntry[] => {
  let head: Head = EMPTY_CHAIN;
  return events.map(({ id, orgid, time, data }) => {
    const entry = entryAfter(head, { eventId: id, orgId: orgid, time: new Date(time), facts: data.audit }, new Date());
    head = entry;
    return toStored(entry);
  });
};

const measureFloor = async (database: Db, events: readonly ActEnvelope[]): Promise<number> => {
  const entries = database.collection<StoredEntry>('appended');
  await entries.createIndexes(indexDescriptions(entryDefinition.indexes));
  const chain = makeChain(events);
  const began = performance.now();
  for (let from = 0; from < chain.length; from += BATCH)
    await entries.insertMany(chain.slice(from, from + BATCH), DURABLE);
  return rateSince(began);
};

/** Measures how fast one organisation's acts are recorded, beside ordered inserts of such batches into the same indexes. */
export const measureAppends = async (client: MongoClient, amqpUrl: string): Promise<AppendRate> => {
  const orgId = newId('organization');
  const events = makeEvents(orgId);
  const floor = await measureFloor(client.db(FLOOR_DATABASE), events);
  const began = performance.now();
  await publishAll(amqpUrl, events);
  await untilRecorded(client.db(databaseName('audit')).collection<StoredEntry>(entryDefinition.name), orgId);
  return { entries_per_second: rateSince(began), floor_entries_per_second: floor };
};
