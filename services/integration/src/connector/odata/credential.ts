import type { Connector } from '../connector.ts';

/** Tokens, basic authentication and API keys are headers, and this puts them into a request. */
export const withHeaders: Connector['apply'] = (request, { values }) => ({
  ...request,
  headers: { ...request.headers, ...values },
});
