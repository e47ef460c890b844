import type { Credential, RemoteRequest } from './remote.ts';

/** Tokens, basic authentication and API keys are headers, and this puts them into a request. */
export const withHeaders = (request: RemoteRequest, { values }: Pick<Credential, 'values'>): RemoteRequest => ({
  ...request,
  headers: { ...request.headers, ...values },
});
