import { ApiError, createClient, toApiError } from '@qsc/client';
import { followsInput } from './input-clock.ts';

let reportSessionOver = (): void => {};

/** What is done when the server does not know the session any more, whichever request shows it. */
export const onSessionOver = (report: () => void): void => {
  reportSessionOver = report;
};

/** Requests that no input led to are marked, so that they do not keep the session alive. */
const sendMarked = async (request: Request): Promise<Response> => {
  if (!followsInput()) request.headers.set('X-QSC-Background', '1');
  const response = await fetch(request);
  checkSession(response.status);
  return response;
};

/** To be called with the status of every answer: that of a session which is over is reported. */
export const checkSession = (status: number): void => {
  if (status === 401) reportSessionOver();
};

/** The API, with the cookie of the session. */
export const client = createClient({
  baseUrl: location.origin,
  credential: { session: true },
  fetch: sendMarked,
});

/**
 * A request about the session itself, which is not part of the public API. Answers `data` of the body; undefined without one.
 * Throws `ApiError`, with the code `offline` where nothing answers.
 */
export const requestSession = async <Data>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, isBackground = !followsInput() }: { body?: object; isBackground?: boolean } = {},
): Promise<Data> => {
  const headers = new Headers({ accept: 'application/json', 'X-QSC-Dashboard': '1' });
  if (isBackground) headers.set('X-QSC-Background', '1');
  if (body) headers.set('Content-Type', 'application/json');
  const init = { method, headers, body: body ? JSON.stringify(body) : null };
  const response = await fetch(path, init).catch(() => {
    throw makeError('offline', 'The server does not answer.');
  });
  const answer = response.status === 204 ? {} : await response.json().catch(() => ({}));
  if (!response.ok) throw toApiError(response.status, response.headers, answer);
  return (answer as { data: Data }).data;
};

/** An error of the form's own, shown as one of the API. */
export const makeError = (code: string, message: string): ApiError =>
  new ApiError({ status: 0, code, message, request_id: null, details: {}, retry_after: null, headers: new Headers() });
