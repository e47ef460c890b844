import { setTimeout as delay } from 'node:timers/promises';
import type { Organization } from '../mesh/drill-mesh.ts';
import { type Answer, type Api, makeApi } from './api.ts';
import type { Ledger, Promised } from './ledger.ts';

/** What writes of one organisation go through, and where their acknowledgements are noted. */
export type Pen = {
  orgId: string;
  /** The way that this pen takes, and the one through the other gateway. */
  apis: readonly [Api, Api];
  ledger: Ledger;
};

type Way = { baseUrls: readonly [string, string]; ledger: Ledger; stopped: AbortSignal };

/** A pen for the organisation whose key it is. */
export const makePen = ({ id, apiKey }: Organization, { baseUrls, ledger, stopped }: Way): Pen => {
  const [one, other] = baseUrls;
  const around = { apiKey, stopped, onInternalError: (what: string) => void ledger.internal.push(what) };
  return {
    orgId: id,
    apis: [makeApi({ ...around, baseUrls: [one, other] }), makeApi({ ...around, baseUrls: [other, one] })],
    ledger,
  };
};

type Shown = { id: string; version: number; attributes: { counter: number } };

const RACES = 400;
const PAUSE_MS = 40;

const entityNamed = (name: string) => ({ type: 'component', name, attributes: { counter: 0 } });

const refusal = (what: string, { status, body }: Answer): Error =>
  new Error(`${what} was answered with ${status} ${JSON.stringify(body)}`);

const note = ({ orgId, ledger }: Pen, id: string, name: string): Promised => {
  const promised: Promised = { id, orgId, name, version: 1, counter: 0, marks: [] };
  ledger.records.set(id, promised);
  return promised;
};

const noteMark = (record: Promised, mark: string): void => {
  record.version += 1;
  record.marks.push(mark);
};

const postOnce = async (
  { apis: [api] }: Pen,
  request: { path: string; key: string; body: unknown },
): Promise<unknown> => {
  const headers = { 'idempotency-key': request.key };
  const answer = await api.insist({ method: 'POST', path: request.path, body: request.body, headers });
  if (answer.status !== 201) throw refusal(`POST ${request.path} with the key ${request.key}`, answer);
  return answer.body;
};

/** Creates one record; its name is the idempotency key. Resolves when it is acknowledged. */
export const createRecord = async (pen: Pen, name: string): Promise<Promised> => {
  const answer = (await postOnce(pen, { path: '/v1/entities', key: name, body: entityNamed(name) })) as { data: Shown };
  return note(pen, answer.data.id, name);
};

/** Creates several records by one request with an idempotency key. */
export const createBulk = async (pen: Pen, key: string, count: number): Promise<Promised[]> => {
  const names = Array.from({ length: count }, (_, index) => `${key}-${index}`);
  const body = { entities: names.map(entityNamed) };
  const answer = (await postOnce(pen, { path: '/v1/entities/bulk', key, body })) as { data: { id: string }[] };
  if (answer.data.length !== count) throw new Error(`${key} asked for ${count} records and got ${answer.data.length}.`);
  return names.map((name, index) => note(pen, answer.data[index]?.id ?? '', name));
};

/** Sets an attribute of its own in several records by one request. Sent again it changes nothing. */
export const markBulk = async ({ apis: [api] }: Pen, key: string, records: readonly Promised[]): Promise<void> => {
  const updates = records.map(({ id }) => ({ id, attributes: { [key]: true } }));
  const answer = await api.insist({ method: 'PATCH', path: '/v1/entities/bulk?atomic=true', body: { updates } });
  if (answer.status !== 200) throw refusal(`The bulk PATCH ${key}`, answer);
  for (const record of records) noteMark(record, key);
};

/** Sets two attributes in one record at the same time, one through each gateway: neither may take the other's place. */
export const markFromBothSides = async ({ apis }: Pen, key: string, record: Promised): Promise<void> => {
  const path = `/v1/entities/${record.id}`;
  const marking = apis.map(async (api, side) => {
    const mark = `${key}-${side}`;
    const answer = await api.insist({ method: 'PATCH', path, body: { attributes: { [mark]: true } } });
    if (answer.status !== 200) throw refusal(`PATCH ${path}`, answer);
    noteMark(record, mark);
  });
  const failed = (await Promise.allSettled(marking)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
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
