import { RemoteTrouble } from '../../remote/remote-error.ts';
import { type Outcome, readJson, toError, toOutcome } from '../odata/answer.ts';
import type { ODataService } from '../odata/odata-service.ts';
import { inHeader, inJson, isRow, type Row } from '../odata/row.ts';
import { ownOutcome, type SendOutcome, sendEach } from '../odata/send-each.ts';

/** One request of a batch, its address relative to the root of the service. */
export type BatchPart = {
  id: string;
  method: 'POST' | 'PATCH';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
};

/** What a service answers that takes no batch in JSON. Nothing of it was done then. */
const NO_BATCH = new Set([400, 404, 405, 406, 415, 501]);

/**
 * Sends parts that have nothing to do with each other, and answers what came of each by its id; a part that is missing was not
 * reached. Throws what concerns all of them: `RemoteRefusal`, `RemoteTrouble`, `AuthorizationLost`.
 */
export const makeBatch = (service: ODataService) => {
  let takesBatches = true;
  return async (parts: readonly BatchPart[]): Promise<Map<string, SendOutcome>> => {
    const isBatch = takesBatches && parts.length > 1;
    const together = isBatch ? await sendTogether(service, parts) : null;
    if (together) return together;
    takesBatches = !isBatch && takesBatches;
    return sendEach(parts, (part) => sendAlone(service, part));
  };
};

/** Null where the service takes no batch. */
const sendTogether = (service: ODataService, parts: readonly BatchPart[]): Promise<Map<string, SendOutcome> | null> => {
  const makes = parts.some(({ method }) => method === 'POST');
  const request = {
    url: service.buildUrl('$batch'),
    method: 'POST',
    headers: { ...service.headers, 'content-type': 'application/json', prefer: 'odata.continue-on-error' },
    body: JSON.stringify({ requests: parts.map(inBatch) }),
    once: makes,
  } as const;
  const sent = service.call(request, (answer) => {
    if (NO_BATCH.has(answer.status)) return null;
    const error = toError(toOutcome(answer));
    // It may have been done in part, and what it made would be made again.
    if (makes && error instanceof RemoteTrouble) return missing(parts, error);
    return toResponses(readJson(answer));
  });
  return sent.catch((error: unknown) => {
    if (makes && error instanceof RemoteTrouble) return missing(parts, error);
    throw error;
  });
};

const inBatch = (part: BatchPart): BatchPart => {
  const etag = part.headers['if-match'];
  return etag === undefined ? part : { ...part, headers: { ...part.headers, 'if-match': inJson(etag) } };
};

const missing = (parts: readonly BatchPart[], error: RemoteTrouble): Map<string, SendOutcome> =>
  new Map(parts.map(({ id }) => [id, error]));

const toResponses = ({ responses }: Row): Map<string, SendOutcome> => {
  if (!Array.isArray(responses)) throw new RemoteTrouble('The external system answered a batch with something else.');
  return new Map(responses.filter(isRow).map((response) => [String(response.id), toResponse(response)]));
};

const toResponse = ({ status, headers, body }: Row): Outcome => ({
  status: Number(status),
  headers: isRow(headers)
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), inHeader(String(value))]))
    : {},
  body,
});

const sendAlone = (service: ODataService, { method, url, headers, body }: BatchPart): Promise<Outcome> =>
  service.call(
    {
      url: service.buildUrl(url),
      method,
      headers: { ...service.headers, ...headers },
      body: JSON.stringify(body),
      once: method === 'POST',
    },
    (answer) => ownOutcome(toOutcome(answer), method),
  );
