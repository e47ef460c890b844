import type { VerifiedSigner__Output } from '@qsc/contracts/grpc/identity/v1/VerifiedSigner';
import type { VerifyPasswordRequest } from '@qsc/contracts/grpc/identity/v1/VerifyPasswordRequest';
import { AppError, type Call, type Change, type GrpcClient, type KeyRing } from '@qsc/service-kit';
import type { SignatureInput } from './signature.schemas.ts';
import type { SignatureStore } from './signature.store.ts';
import { makeSignature, type Signature, type Signed, type Signer } from './signature.ts';

export type { Signer } from './signature.ts';

/** Signs acts: the password at identity before the decision, the signature within it. */
export type Signing = {
  /**
   * Checks the password and, where it is given, the user name of the calling user (21 CFR 11.200(a)); identity counts failures and locks (11.300(d)). An API key acts
   * for its user, and may sign with that user's password. Throws `signature_invalid`, `account_locked`, `forbidden` for
   * applications and system administrators, `service_unavailable` while identity is not reachable.
   */
  checkPassword(call: Call, signature: Credentials): Promise<Signer>;
  /** The signature of the act. */
  sign(call: Call, signed: Signed): Signature;
  /** The write of the signature, for the commit of the act. */
  insert(signature: Signature): Change;
};

type Credentials = Pick<SignatureInput, 'username' | 'password'>;

type Parts = {
  identity: Pick<GrpcClient, 'call'>;
  ring: KeyRing;
  store: Pick<SignatureStore, 'insert'>;
};

/** argon2id is slow, and slower while many sign concurrently. */
const PASSWORD_MS = 10_000;

const forbidden = (message: string, reason: string): AppError =>
  new AppError('forbidden', message, { details: { reason } });

const requireNoAdministrator = (role: string | null): void => {
  if (role === 'system_admin') throw forbidden('A system administrator signs no quality records.', 'system_admin');
};

const requireSigner = ({ actor }: Call): void => {
  if (actor.kind !== 'user') throw forbidden('Only a user can sign.', 'user_required');
  requireNoAdministrator(actor.role);
};

const toRequest = (
  { actor, client, requestId, reason }: Call,
  { password, username = '' }: Credentials,
): VerifyPasswordRequest => ({
  org_id: actor.org_id,
  user_id: actor.id,
  password,
  username,
  request_id: requestId,
  ip_address: client.ip_address ?? '',
  user_agent: client.user_agent ?? '',
  api_key_id: client.api_key_id ?? '',
  reason: reason ?? '',
});

/** Signs acts with the current key of the ring. */
export const makeSigning = ({ identity, ring, store }: Parts): Signing => ({
  async checkPassword(call, signature) {
    requireSigner(call);
    const request = toRequest(call, signature);
    const verified = await identity.call<object, VerifiedSigner__Output>('VerifyPassword', request, PASSWORD_MS);
    const { user_id: id, name, email, role } = verified;
    // The token may be older than the role.
    requireNoAdministrator(role);
    return { id, name, email, role };
  },
  sign: (call, signed) => makeSignature(call, ring, signed),
  insert: (signature) => store.insert(signature),
});
