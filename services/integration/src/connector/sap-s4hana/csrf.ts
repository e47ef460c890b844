import { headerOf, type RemoteAnswer, type RemoteRequest } from '../../remote/remote.ts';
import { RemoteRefusal } from '../../remote/remote-error.ts';
import { errorOf, outcomeOf } from '../odata/answer.ts';
import type { ODataService } from '../odata/odata-service.ts';

/** What a write has to show: a token, and the session that it belongs to. */
type Proof = Readonly<Record<string, string>>;

const OLD = Symbol('The token is no longer good.');

/**
 * Sends writes with SAP's token against forged requests. It is asked for once, with the cookies of its session, and anew where
 * the system refuses it; that refusal comes before anything is done, so what was refused is sent again, once. Throws
 * `RemoteRefusal`, `RemoteTrouble`, `AuthorizationLost`, and what `read` throws.
 */
export const makeProvenCall = (service: ODataService) => {
  let proof: Promise<Proof> | null = null;

  const askForProof = (): Promise<Proof> => {
    const headers = { ...service.headers, 'x-csrf-token': 'Fetch' };
    return service.call({ url: service.addressOf(''), method: 'GET', headers }, (answer) => {
      const error = errorOf(outcomeOf(answer));
      if (error) throw error;
      return proofOf(answer);
    });
  };

  const currentProof = (): Promise<Proof> => {
    proof ??= askForProof().catch((error: unknown) => {
      proof = null;
      throw error;
    });
    return proof;
  };

  /** Lets go of a proof that is refused, but not of the one that another write has asked for since. */
  const attempt = async <T>(request: RemoteRequest, read: (answer: RemoteAnswer) => T): Promise<T | typeof OLD> => {
    const shown = currentProof();
    const headers = { ...request.headers, ...(await shown) };
    const came = await service.call({ ...request, headers }, (answer) => (isOld(answer) ? OLD : read(answer)));
    if (came === OLD && proof === shown) proof = null;
    return came;
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
  status === 403 && headerOf(headers, 'x-csrf-token')?.toLowerCase() === 'required';

const proofOf = ({ headers }: RemoteAnswer): Proof => {
  const token = headerOf(headers, 'x-csrf-token');
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1).join(''));
  return { ...(token ? { 'x-csrf-token': token } : {}), ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}) };
};
