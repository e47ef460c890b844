import { type RemoteAnswer, type RemoteRequest, readHeader } from '../../remote/remote.ts';
import { RemoteRefusal } from '../../remote/remote-error.ts';
import { toError, toOutcome } from '../odata/answer.ts';
import type { ODataService } from '../odata/odata-service.ts';

/** What a write has to show: a token, and the session that it belongs to. */
type Proof = Readonly<Record<string, string>>;

const OLD = Symbol('The token is no longer good.');

/**
 * Sends writes with the CSRF token of SAP and the cookies of its session. The token is fetched once, and again where the
 * system refuses it. A refused request had no effect, so it is sent again, once. Throws
 * `RemoteRefusal`, `RemoteTrouble`, `AuthorizationLost`, and what `read` throws.
 */
export const makeProvenCall = (service: ODataService) => {
  let proof: Promise<Proof> | null = null;

  const fetchProof = (): Promise<Proof> => {
    const headers = { ...service.headers, 'x-csrf-token': 'Fetch' };
    return service.call({ url: service.buildUrl(''), method: 'GET', headers }, (answer) => {
      const error = toError(toOutcome(answer));
      if (error) throw error;
      return toProof(answer);
    });
  };

  const currentProof = (): Promise<Proof> => {
    proof ??= fetchProof().catch((error: unknown) => {
      proof = null;
      throw error;
    });
    return proof;
  };

  /** Drops a refused proof, but not one that another write has fetched since. */
  const attempt = async <T>(request: RemoteRequest, read: (answer: RemoteAnswer) => T): Promise<T | typeof OLD> => {
    const shown = currentProof();
    const headers = { ...request.headers, ...(await shown) };
    const outcome = await service.call({ ...request, headers }, (answer) => (isOld(answer) ? OLD : read(answer)));
    if (outcome === OLD && proof === shown) proof = null;
    return outcome;
  };

  return async <T>(request: RemoteRequest, read: (answer: RemoteAnswer) => T): Promise<T> => {
    const first = await attempt(request, read);
    if (first !== OLD) return first;
    const second = await attempt(request, read);
    if (second !== OLD) return second;
    throw new RemoteRefusal('NO_PERMISSION', 'The external system refuses the token that it gave for writing.');
  };
};

const isOld = ({ status, headers }: RemoteAnswer): boolean =>
  status === 403 && readHeader(headers, 'x-csrf-token')?.toLowerCase() === 'required';

const toProof = ({ headers }: RemoteAnswer): Proof => {
  const token = readHeader(headers, 'x-csrf-token');
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1).join(''));
  return { ...(token ? { 'x-csrf-token': token } : {}), ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}) };
};
