import { headerOf, type RemoteRequest } from '../../remote/remote.ts';
import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { RemoteSystem, RemoteWrite, RemoteWriteResult, Source } from '../connector.ts';
import { errorOf, type Outcome, outcomeOf } from '../odata/answer.ts';
import { type Body, bodyOf } from '../odata/body.ts';
import { keyPredicateOf } from '../odata/key.ts';
import type { Shape } from '../odata/metadata.ts';
import type { ODataService } from '../odata/odata-service.ts';
import { makeReader, type View } from '../odata/reader.ts';
import { etagOf, fieldsOf, ifMatch, isRow } from '../odata/row.ts';
import { isError, ownOutcome, sendEach } from '../odata/send-each.ts';
import { resultOf, settle } from '../odata/write.ts';
import { makeProvenCall } from './csrf.ts';

/** So many rows are sent before what was done is kept. */
export const MAX_BATCH = 100;
/** And so many at a time: rows have nothing to do with each other. */
const AT_ONCE = 4;

/** A row to be written, and what the metadata says of its object. */
type Item = { id: string; write: RemoteWrite; set: string; shape: Shape };

/** The writing half of a `RemoteSystem` over SAP's OData v2. */
export const makeWriter = (
  service: ODataService,
  viewOf: (source: Source) => Promise<View>,
): NonNullable<RemoteSystem['upsert']> => {
  const { fetch } = makeReader(service, viewOf);
  const send = makeSend(service);
  return async (source, writes) => {
    const [view, metadata] = await Promise.all([viewOf(source), service.metadata()]);
    const shape = metadata.shapeOf(source.object);
    const items = writes.map((write, index): Item => ({ id: String(index), write, set: source.object, shape }));
    const came = await sendEach(items, send, AT_ONCE);
    const results = items.map((item): RemoteWriteResult => {
      const one = came.get(item.id);
      if (!one) throw new Error('A row was neither written nor refused.');
      return isError(one) ? { ok: false, error: one } : resultIn(view, item, one);
    });
    return settle({ keys: shape.keys, writes, results, fetch: (keys) => fetch(source, keys) });
  };
};

const resultIn = (view: View, { write, set, shape }: Item, outcome: Outcome): RemoteWriteResult =>
  resultOf(outcome, {
    protocol: 'v2',
    write,
    keys: shape.keys,
    recordOf: (row) => {
      const fields = fieldsOf('v2', shape, row);
      const isWhole = view.set === set && view.paths.every((path) => (path.split('.')[0] ?? '') in fields);
      return isWhole ? view.recordOf({ row, fields }) : null;
    },
  });

/** Nothing had to be sent. */
const unchanged = ({ etag }: RemoteWrite): Outcome => ({ status: 204, headers: etag ? { etag } : {}, body: null });

/** The version alone: the record in the answer is of before the other entities were written. */
const withoutRecord = ({ status, headers, body }: Outcome): Outcome => {
  const row = isRow(body) && isRow(body.d) ? body.d : {};
  const etag = headerOf(headers, 'etag') ?? etagOf('v2', row);
  return { status, headers: etag ? { etag } : {}, body: null };
};

/** Sends one row: a new one whole, an existing one by itself and then each entity that it leads to. */
const makeSend = (service: ODataService) => {
  const prove = makeProvenCall(service);

  const sendAs = (
    method: 'POST' | 'PATCH',
    path: string,
    given: { body: unknown; headers?: Record<string, string> },
  ) => {
    const headers = { ...service.headers, 'content-type': 'application/json', ...given.headers };
    const isNew = method === 'POST' && !('x-http-method' in headers);
    const request: RemoteRequest = {
      url: service.addressOf(path),
      method,
      headers,
      body: JSON.stringify(given.body),
      once: isNew,
    };
    return prove(request, (answer) => ownOutcome(outcomeOf(answer), isNew ? 'POST' : 'PATCH'));
  };

  /** Older gateways know a change as MERGE alone, which goes as a POST that says so. */
  const change = async (path: string, etag: string | null, body: Body['own']): Promise<Outcome> => {
    const headers = ifMatch(etag);
    const outcome = await sendAs('PATCH', path, { body, headers });
    if (outcome.status !== 405 && outcome.status !== 501) return outcome;
    return sendAs('POST', path, { body, headers: { ...headers, 'x-http-method': 'MERGE' } });
  };

  const changeRelated = async (path: string, entities: Body['entities']): Promise<Outcome | null> => {
    for (const [name, body] of entities) {
      const target = await targetOf(service, path, name);
      const outcome = await change(target.path, target.etag, body);
      if (errorOf(outcome)) return outcome;
    }
    return null;
  };

  return async ({ write, set, shape }: Item): Promise<Outcome> => {
    const { own, entities } = bodyOf('v2', shape, write.fields);
    if (write.externalId === null) return sendAs('POST', set, { body: { ...own, ...Object.fromEntries(entities) } });
    const path = `${set}${keyPredicateOf('v2', shape.keys, write.externalId)}`;
    const changed = Object.keys(own).length > 0 ? await change(path, write.etag, own) : unchanged(write);
    if (errorOf(changed) || entities.size === 0) return changed;
    const refused = await changeRelated(path, entities);
    return refused ?? withoutRecord(changed);
  };
};

/** The address below the root, and the version, of the one entity that a record leads to by that name. */
type Target = { path: string; etag: string | null };

/** Throws `VALIDATION_ERROR`, which names the field, where the record leads to none. */
const targetOf = async (service: ODataService, recordPath: string, name: string): Promise<Target> => {
  const [row] = await service.rows(recordPath, { $expand: name });
  const entity = row?.[name];
  const metadata = isRow(entity) && isRow(entity.__metadata) ? entity.__metadata : {};
  const path = pathOf(metadata.uri);
  if (isRow(entity) && path !== null) return { path, etag: etagOf('v2', entity) };
  throw new RemoteRefusal('VALIDATION_ERROR', 'The record has nothing there that could be changed.', { field: name });
};

/** The set and the key at the end of an entity's address. The rest of it is not used, the root is the connection's own. */
const pathOf = (uri: unknown): string | null => {
  const [, path = null] = /\/([A-Za-z_]\w*\([^/?#]*\))$/.exec(String(uri ?? '')) ?? [];
  return path;
};
