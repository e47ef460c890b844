import type { OutboundRequest } from '@qsc/service-kit';
import { retryAfterMs } from '@qsc/service-kit/pure';

/** An HTTP answer of a partner, whole. */
export type RemoteAnswer = {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/** The header, where several come the first. */
export const readHeader = (headers: RemoteAnswer['headers'], name: string): string | null => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
};

/** A request to a partner; `keepBytes` and `timeoutMs` have defaults, an answer that is larger is `AnswerTooLarge`. */
export type RemoteRequest = Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'> & {
  timeoutMs?: number;
  keepBytes?: number;
  /**
   * A repetition would act twice: where no answer came, or one that is too large, it is `RemoteTrouble` at once. What `read`
   * throws is tried again.
   */
  once?: boolean;
};

/**
 * Sends a request in the name of the connection and reads its answer. `read` gets every answer, whatever its status, and
 * throws `RemoteRefusal` or `RemoteTrouble`: at `INVALID_SESSION` the credential is renewed once and the request sent once
 * more; `RemoteTrouble` is tried again after a short, growing delay, a few times, and so is a `RATE_LIMIT` whose wait is short.
 * Throws what `read` threw last, `RemoteTrouble` where no answer came, `AnswerTooLarge`, and `AuthorizationLost` where the
 * credential cannot be renewed.
 */
export type RemoteCall = <T>(request: RemoteRequest, read: (answer: RemoteAnswer) => T) => Promise<T>;

/** The credential of a connection: tokens, a session. Encrypted at rest and shared by all replicas. */
export type Credential = {
  /**
   * All of it is secret. Of a login or an exchange of the connector: what it wants, and `apply` puts it into requests; of any
   * other kind (a token as it is, basic, an API key): header names in lower case with their values.
   */
  values: Readonly<Record<string, string>>;
  /** From then on it is not used; null when it is not known to end. */
  expiresAt: Date | null;
};

/**
 * The `Retry-After` of an answer in milliseconds, at most a day; a date counts by the partner's own clock. Null where it has
 * none that is valid.
 */
export const getRetryAfterMs = ({ headers }: Pick<RemoteAnswer, 'headers'>): number | null =>
  retryAfterMs(readHeader(headers, 'retry-after'), Date.parse(readHeader(headers, 'date') ?? ''));

/** Tokens, basic authentication and API keys are headers, and this puts them into a request. */
export const withHeaders = (request: RemoteRequest, { values }: Pick<Credential, 'values'>): RemoteRequest => ({
  ...request,
  headers: { ...request.headers, ...values },
});
