import { errors } from 'undici';
import { NameNotResolved } from './lookup.ts';

/** Why a call that was allowed brought no answer. The sentence holds no address and no text of the receiver. */
export const FAILURES = {
  timeout: 'The receiver did not answer in time.',
  dns: 'The name of the receiver could not be resolved.',
  connection: 'The connection could not be made, or broke.',
  tls: 'The receiver has no valid certificate for its name, or does not speak TLS.',
  answer: 'The receiver did not answer in HTTP, or with headers that are too long.',
  cancelled: 'The call was ended before it was answered.',
} as const;

export type OutboundFailure = keyof typeof FAILURES;

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const CANCELLED = new Set(['UND_ERR_ABORTED', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED', 'ABORT_ERR']);
const ANSWERS = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|EPROTO)/;

/** The failure that an error of a call stands for. Throws an error that is no failure of the network but a fault of ours. */
export const classifyFailure = (error: unknown): OutboundFailure => {
  if (error instanceof NameNotResolved) return 'dns';
  if (error instanceof DOMException) return error.name === 'TimeoutError' ? 'timeout' : 'cancelled';
  if (error instanceof errors.HTTPParserError) return 'answer';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '' || error instanceof errors.InvalidArgumentError) throw error;
  if (TIMEOUTS.has(code)) return 'timeout';
  if (CANCELLED.has(code)) return 'cancelled';
  if (ANSWERS.has(code)) return 'answer';
  return TLS.test(code) ? 'tls' : 'connection';
};
