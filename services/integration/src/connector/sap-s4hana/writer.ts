import { type RemoteRequest, readHeader } from '../../remote/remote.ts';
import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { RemoteSystem, RemoteWrite, RemoteWriteResult, Source } from '../connector.ts';
import { type Outcome, toError, toOutcome } from '../odata/answer.ts';
import { type Body, toBody } from '../odata/body.ts';
import { toKeyPredicate } from '../odata/key.ts';
import type { Shape } from '../odata/metadata.ts';
import type { ODataService } from '../odata/odata-service.ts';
import { makeReader, type View } from '../odata/reader.ts';
import { ifMatch, isRow, toEtag, toFields } from '../odata/row.ts';
import { isError, ownOutcome, sendEach } from '../odata/send-each.ts';
import { settle, toResult } from '../odata/write.ts';
import { makeProvenCall } from './csrf.ts';

/** The most rows that are sent before their results are stored. */
export const MAX_BATCH = 100;
/** And so many at a time: rows have nothing to do with each other. */
const AT_ONCE = 4;

/** A row to be written, and what the metadata says of its object. */
type Item = { id: string; write: RemoteWrite; set: string; shape: Shape };

/** The writing half of a `RemoteSystem` over SAP's OData v2. */
export const makeWriter = (
  service: ODataService,
  getView: (source: Source) => Promise<View>,
): NonNullable<RemoteSystem['upsert']> => {
  const { fetch } = makeReader(service, getView);
  const send = makeSend(service);
  return async (source, writes) => {
    const [view, metadata] = await Promise.all([getView(source), service.metadata()]);
    const shape = metadata.getShape(source.object);
    const items = writes.map((write, index): Item => ({ id: String(index), write, set: source.object, shape }));
    const outcomes = await sendEach(items, send, AT_ONCE);
    const results = items.map((item): RemoteWriteResult => {
      const one = outcomes.get(item.id);
      if (!one) throw new Error('A row was neither written nor refused.');
      return isError(one) ? { ok: false, error: one } : resultIn(view, item, one);
    });
    return settle({ keys: shape.keys, writes, results, fetch: (keys) => fetch(source, keys) });
  };
};

const resultIn = (view: View, { write, set, shape }: Item, outcome: Outcome): RemoteWriteResult =>
  toResult(outcome, {
    protocol: 'v2',
    write,
    keys: shape.keys,
    toRecord: (row) => {
      const fields = toFields('v2', shape, row);
      const isWhole = view.set === set && view.paths.every((path) => (path.split('.')[0] ?? '') in fields);
      return isWhole ? view.toRecord({ row, fields }) : null;
    },
  });

/** Nothing had to be sent. */
const unchanged = ({ etag }: RemoteWrite): Outcome => ({ status: 204, headers: etag ? { etag } : {}, body: null });

/** The version alone: the record in the answer is of before the other entities were written. */
const withoutRecord = ({ status, headers, body }: Outcome): Outcome => {
  const row = isRow(body) && isRow(body.d) ? body.d : {};
  const etag = readHeader(headers, 'etag') ?? toEtag('v2', row);
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
      url: service.buildUrl(path),
      method,
      headers,
      body: JSON.stringify(given.body),
      once: isNew,
    };
    return prove(request, (answer) => ownOutcome(toOutcome(answer), isNew ? 'POST' : 'PATCH'));
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
      const target = await toTarget(service, path, name);
      const outcome = await change(target.path, target.etag, body);
      if (toError(outcome)) return outcome;
    }
    return null;
  };

  return async ({ write, set, shape }: Item): Promise<Outcome> => {
    const { own, entities } = toBody('v2', shape, write.fields);
    if (write.externalId === null) return sendAs('POST', set, { body: { ...own, ...Object.fromEntries(entities) } });
    const path = `${set}${toKeyPredicate('v2', shape.keys, write.externalId)}`;
    const changed = Object.keys(own).length > 0 ? await change(path, write.etag, own) : unchanged(write);
    if (toError(changed) || entities.size === 0) return changed;
    const refused = await changeRelated(path, entities);
    return refused ?? withoutRecord(changed);
  };
};

/** The address below the root, and the version, of the one entity that a record leads to by that name. */
type Target = { path: string; etag: string | null };

/** Throws `VALIDATION_ERROR`, which names the field, where the record leads to none. */
const toTarget = async (service: ODataService, recordPath: string, name: string): Promise<Target> => {
  const [row] = await service.rows(recordPath, { $expand: name });
  const entity = row?.[name];
  const metadata = isRow(entity) && isRow(entity.__metadata) ? entity.__metadata : {};
  const path = toPath(metadata.uri);
  if (isRow(entity) && path !== null) return { path, etag: toEtag('v2', entity) };
  throw new RemoteRefusal('VALIDATION_ERROR', 'The record has nothing there that could be changed.', { field: name });
};

/** The set and the key at the end of an entity's address. The rest of it is not used, the root is the connection's own. */
const toPath = (uri: unknown): string | null => {
  const [, path = null] = /\/([A-Za-z_]\w*\([^/?#]*\))$/.exec(String(uri ?? '')) ?? [];
  return path;
};
