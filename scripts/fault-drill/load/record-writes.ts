import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.ts';
import { noteMark, noteRecord, type Promised } from './ledger.ts';
import { type Pen, postOnce, refusal } from './pen.ts';

type Shown = { id: string; version: number; attributes: { counter: number } };

const RACES = 400;
const PAUSE_MS = 40;

const entityNamed = (name: string) => ({ type: 'component', name, attributes: { counter: 0 } });

/** Creates one record; its name is the idempotency key. Resolves when it is acknowledged. */
export const createRecord = async (pen: Pen, name: string): Promise<Promised> => {
  const answer = (await postOnce(pen, { path: '/v1/entities', key: name, body: entityNamed(name) })) as { data: Shown };
  return noteRecord(pen.ledger, { id: answer.data.id, orgId: pen.orgId, name });
};

/** Creates several records by one request with an idempotency key. */
export const createBulk = async (pen: Pen, key: string, count: number): Promise<Promised[]> => {
  const names = Array.from({ length: count }, (_, index) => `${key}-${index}`);
  const body = { entities: names.map(entityNamed) };
  const answer = (await postOnce(pen, { path: '/v1/entities/bulk', key, body })) as { data: { id: string }[] };
  if (answer.data.length !== count) throw new Error(`${key} asked for ${count} records and got ${answer.data.length}.`);
  return names.map((name, index) =>
    noteRecord(pen.ledger, { id: answer.data[index]?.id ?? '', orgId: pen.orgId, name }),
  );
};

/** Sets an attribute of its own in several records by one request. Sent again it changes nothing. */
export const markBulk = async ({ apis: [api] }: Pen, key: string, records: readonly Promised[]): Promise<void> => {
  const updates = records.map(({ id }) => ({ id, attributes: { [key]: true } }));
  const answer = await api.insist({ method: 'PATCH', path: '/v1/entities/bulk?atomic=true', body: { updates } });
  if (answer.status !== 200) throw refusal(`The bulk PATCH ${key}`, answer);
  for (const record of records) noteMark(record, key);
};

type RecordPaths = { record: Promised; paths: readonly [string, string] };

/** Sets two attributes of one record at the same time, one through each gateway and path: neither may take the other's place. */
export const markAtOnce = async ({ apis }: Pen, key: string, { record, paths }: RecordPaths): Promise<void> => {
  const marking = paths.map(async (path, side) => {
    const mark = `${key}-${side}`;
    const answer = await apis[side === 0 ? 0 : 1].insist({
      method: 'PATCH',
      path,
      body: { attributes: { [mark]: true } },
    });
    if (answer.status !== 200) throw refusal(`PATCH ${path}`, answer);
    noteMark(record, mark);
  });
  const failed = (await Promise.allSettled(marking)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

/** Sets two attributes of a record at the same time, one through each gateway. */
export const markFromBothSides = (pen: Pen, key: string, record: Promised): Promise<void> => {
  const path = `/v1/entities/${record.id}`;
  return markAtOnce(pen, key, { record, paths: [path, path] });
};

/**
 * Raises a record's counter by one. After an unknown outcome the record is read: the counter tells whether it was applied,
 * and `If-Match` keeps an attempt that is still under way from being applied as well. Only one may raise a record at a time.
 */
export const raiseCounter = async ({ apis: [api] }: Pen, record: Promised): Promise<void> => {
  const path = `/v1/entities/${record.id}`;
  const counter = record.counter + 1;
  for (let race = 0; race < RACES; race += 1) {
    const answer = await api.attempt({
      method: 'PATCH',
      path,
      body: { attributes: { counter } },
      headers: { 'if-match': `"${record.version}"` },
    });
    if (answer !== null && answer.status !== 200 && answer.status !== 412) throw refusal(`PATCH ${path}`, answer);
    if (answer?.status === 200 || (await isApplied(api, { path, counter, record }))) {
      record.counter = counter;
      record.version += 1;
      return;
    }
    await delay(PAUSE_MS);
  }
  throw new Error(`PATCH ${path} was never applied.`);
};

const isApplied = async (
  api: Api,
  { path, counter, record }: { path: string; counter: number; record: Promised },
): Promise<boolean> => {
  const answer = await api.insist({ method: 'GET', path });
  if (answer.status !== 200) throw refusal(`GET ${path}`, answer);
  const { version, attributes } = (answer.body as { data: Shown }).data;
  const applied = attributes.counter === counter;
  if (version !== record.version + (applied ? 1 : 0))
    throw new Error(
      `${record.id} is at version ${version} with the counter ${attributes.counter}; ${record.version} was known.`,
    );
  return applied;
};
