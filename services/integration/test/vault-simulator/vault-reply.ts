/** An answer before it is written. */
export type Reply = { status: number; headers: Record<string, string>; body: string | Buffer };

const JSON_HEADERS = { 'content-type': 'application/json;charset=UTF-8' };

export const success = (body: Record<string, unknown> = {}): Reply => ({
  status: 200,
  headers: JSON_HEADERS,
  body: JSON.stringify({ responseStatus: 'SUCCESS', ...body }),
});

/** A failure has HTTP status 200, as all that Vault says. */
export const failure = (type: string, message: string, errorType?: string, responseStatus = 'FAILURE'): Reply => ({
  status: 200,
  headers: JSON_HEADERS,
  body: JSON.stringify({ responseStatus, errors: [{ type, message }], ...(errorType ? { errorType } : {}) }),
});

export const badGateway: Reply = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
};
