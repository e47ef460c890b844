import { randomUUID } from 'node:crypto';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** token → the cookie that it is good with. */
const tokens = new Map();

/** From then on every token that was handed out is old. */
export const forgetTokens = () => tokens.clear();

const fetchToken = (response) => {
  const [token, session] = [randomUUID(), randomUUID()];
  tokens.set(token, session);
  response.setHeader('x-csrf-token', token);
  response.setHeader('set-cookie', [
    `SAP_SESSIONID_CAP_100=${session}; path=/; HttpOnly`,
    'sap-usercontext=sap-client=100; path=/',
  ]);
};

const isGood = ({ headers }) => {
  const session = tokens.get(headers['x-csrf-token']);
  return session !== undefined && (headers.cookie ?? '').split('; ').includes(`SAP_SESSIONID_CAP_100=${session}`);
};

/**
 * The gateway before the OData of an S/4HANA, which is no part of CAP: it refuses a write without its CSRF token, which a read
 * returns and which is valid with the cookies of that answer only.
 */
export const gateway = (app) => {
  app.use('/odata/v2', (request, response, next) => {
    // In links of plain http the adapter calls 127.0.0.1 localhost, which is another origin; it looks for lower case alone.
    request.headers['x-forwarded-proto'] = 'HTTP';
    if (READS.has(request.method)) {
      if (String(request.headers['x-csrf-token']).toLowerCase() === 'fetch') fetchToken(response);
      return next();
    }
    if (isGood(request)) return next();
    response.setHeader('x-csrf-token', 'Required');
    return response.status(403).type('text/plain').send('CSRF token validation failed');
  });
};
