import { RemoteTrouble } from '../../remote/remote-error.ts';
import type { RemoteSystem, RemoteWrite, RemoteWriteResult, Source } from '../connector.ts';
import { refuseEntities, toBody } from '../odata/body.ts';
import { toKeyPredicate } from '../odata/key.ts';
import type { ODataService } from '../odata/odata-service.ts';
import { makeReader, type View } from '../odata/reader.ts';
import { ifMatch, toFields } from '../odata/row.ts';
import { isError, type SendOutcome } from '../odata/send-each.ts';
import { settle, toFailure, toResult } from '../odata/write.ts';
import { type BatchPart, makeBatch } from './batch.ts';

/** 100 parts are what services take that limit their batches. */
export const MAX_BATCH = 100;

/**
 * The writing half of a `RemoteSystem` over OData v4: batches in JSON, and where a service knows none, one request for each row.
 * A key that the mapping gives makes a repetition harmless; where the service gives the key, a record whose answer was lost may
 * be made twice, unless `find` found it.
 */
export const makeWriter = (
  service: ODataService,
  getView: (source: Source) => Promise<View>,
): NonNullable<RemoteSystem['upsert']> => {
  const send = makeBatch(service);
  const { fetch } = makeReader(service, getView);
  return async (source, writes) => {
    const view = await getView(source);
    const prepared = writes.map((write, index) => prepare(view, write, String(index)));
    const outcomes = await send(prepared.filter((one) => 'id' in one));
    const results = writes.map((write, index): RemoteWriteResult => {
      const one = prepared[index];
      return one && !('id' in one) ? one : resultIn(view, write, outcomes.get(String(index)) ?? unreached());
    });
    return settle({ keys: view.ids, writes, results, fetch: (keys) => fetch(source, keys) });
  };
};

const unreached = (): RemoteTrouble => new RemoteTrouble('The external system stopped before it came to this record.');

/** The request for a row, or why there can be none. */
const prepare = (view: View, write: RemoteWrite, id: string): BatchPart | RemoteWriteResult => {
  try {
    return toPart(view, write, id);
  } catch (error) {
    return toFailure(error);
  }
};

const toPart = ({ set, shape }: View, { externalId, etag, fields }: RemoteWrite, id: string): BatchPart => {
  const body = toBody('v4', shape, fields);
  const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
  if (externalId === null)
    return { id, method: 'POST', url: set, headers, body: { ...body.own, ...Object.fromEntries(body.entities) } };
  refuseEntities(body);
  const url = `${set}${toKeyPredicate('v4', shape.keys, externalId)}`;
  // Without a condition a change of a record that is not there would make it.
  return { id, method: 'PATCH', url, headers: { ...headers, ...ifMatch(etag) }, body: body.own };
};

const resultIn = (view: View, write: RemoteWrite, outcomes: SendOutcome): RemoteWriteResult => {
  if (isError(outcomes)) return { ok: false, error: outcomes };
  return toResult(outcomes, {
    protocol: 'v4',
    write,
    keys: view.shape.keys,
    toRecord: (row) => {
      const fields = toFields('v4', view.shape, row);
      const isWhole = view.paths.every((path) => (path.split('.')[0] ?? '') in fields);
      return isWhole ? view.toRecord({ row, fields }) : null;
    },
  });
};
