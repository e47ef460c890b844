import { isObject } from '@qsc/service-kit/pure';
import { parseJson } from '../../remote/json.ts';
import type { RemoteAnswer, RemoteCall, RemoteRequest } from '../../remote/remote.ts';
import { RemoteTrouble } from '../../remote/remote-error.ts';
import { RecordChanged, refusalOfError, refusalOfStatus } from './refusal.ts';

/** A call of a method of Tryton; `context` is what Tryton calls so. Throws `RemoteRefusal`, `RemoteTrouble`. */
export type Rpc = (method: string, parameters: readonly unknown[], context?: object) => Promise<unknown>;

export type RpcParts = { call: RemoteCall; apiBase: string };

/** Messages are distinguished by their English text, since Tryton gives most refusals one name. */
const CONTEXT = { language: 'en' };

/** Whatever may not happen twice by one call. */
const ONCE = /\.create$/;

type Outcome = { result: unknown } | { trouble: RemoteTrouble };

/** How a connection calls methods of models: `model.<object>.<method>`. */
export const makeRpc = ({ call, apiBase }: RpcParts): Rpc => {
  return async (method, parameters, context = {}) => {
    const params = [...parameters, { ...CONTEXT, ...context }];
    const once = ONCE.test(method);
    const outcome = await call({ ...toRequest(apiBase, method, params), once }, toReader(once));
    if ('trouble' in outcome) throw outcome.trouble;
    return outcome.result;
  };
};

/** The request of a method. Tryton answers in its protocol only where exactly these three members are there. */
export const toRequest = (apiBase: string, method: string, params: readonly unknown[]): RemoteRequest => ({
  url: `${apiBase.replace(/\/+$/, '')}/`,
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({ id: 1, method, params }),
});

/** A request that is about the server, not about a database. */
export const rootRequest = (apiBase: string, method: string): RemoteRequest => ({
  ...toRequest(apiBase, method, []),
  url: new URL('..', `${apiBase.replace(/\/+$/, '')}/`).href,
});

/** What a method answered. Throws `RemoteRefusal`, `RemoteTrouble`. */
export const toResult = ({ status, headers, body }: RemoteAnswer): { result: unknown } => {
  const refusal = refusalOfStatus({ status, headers });
  if (refusal) throw refusal;
  const answer = parseJson(body);
  if (!isObject(answer)) throw new RemoteTrouble('Tryton answered no JSON.');
  if (Object.hasOwn(answer, 'error')) throw refusalOfError(answer.error);
  return { result: answer.result };
};

/**
 * Throws trouble where the call can be repeated. Returns it after a call that may have had an effect, and where the record was
 * changed meanwhile, since a repetition would be refused.
 */
const toReader =
  (once: boolean) =>
  (answer: RemoteAnswer): Outcome => {
    try {
      return toResult(answer);
    } catch (error) {
      if (error instanceof RemoteTrouble && (once || error instanceof RecordChanged)) return { trouble: error };
      throw error;
    }
  };
