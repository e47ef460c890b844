import cds from '@sap/cds';
import { forgetTokens } from './gateway.js';

const MOST_LOGGED = 20_000;
const TAKEN = 'x-cap-taken';

/** What the next requests that match get instead of an answer. */
let faults = [];
let seen = [];
/** The header that every request must have, and its value; null where none is required. */
let demanded = null;

const toBody = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return parts.length === 0 ? {} : JSON.parse(Buffer.concat(parts).toString('utf8'));
};

const commands = {
  /** Writes rows as they are given, dates of change included, past the service that owns them. */
  rows: async ({ entity, rows }) => {
    await cds.db.run(UPSERT.into(entity).entries(rows));
  },
  remove: async ({ entity, where }) => {
    await cds.db.run(DELETE.from(entity).where(where));
  },
  read: ({ entity }) => cds.db.run(SELECT.from(entity)),
  fault: (fault) => void faults.push({ times: 1, ...fault }),
  demand: (header) => {
    demanded = header;
  },
  forget_tokens: forgetTokens,
  seen: () => seen,
  reset: async ({ entities }) => {
    [faults, seen, demanded] = [[], [], null];
    forgetTokens();
    for (const entity of entities) await cds.db.run(DELETE.from(entity));
  },
};

const takeFault = ({ method, url }) => {
  const fault = faults.find((one) => (one.method ?? method) === method && url.includes(one.path ?? ''));
  if (!fault) return null;
  fault.times -= 1;
  if (fault.times === 0) faults = faults.filter((one) => one !== fault);
  return fault;
};

/** Lets a test control the server, and records its requests. */
export const control = (app) => {
  app.use('/control', async (request, response) => {
    try {
      const result = await commands[request.path.slice(1)](await toBody(request));
      response.json(result ?? null);
    } catch (error) {
      response.status(500).json({ message: error.message });
    }
  });
  app.use('/odata', (request, response, next) => {
    // The adapter for v2 calls its own v4 with all the headers of the request.
    if (request.headers[TAKEN] !== undefined) return next();
    const { method, originalUrl: url, headers } = request;
    if (seen.length < MOST_LOGGED) seen.push({ method, url, headers: { ...headers } });
    headers[TAKEN] = 'yes';
    const fault = takeFault({ method, url });
    if (fault)
      return void response
        .status(fault.status)
        .set(fault.headers ?? {})
        .send(fault.body ?? '');
    if (demanded && headers[demanded.name] !== demanded.value) return response.status(401).send('Unauthorized');
    return next();
  });
};
