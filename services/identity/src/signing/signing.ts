import { type Envelope, identityEvents } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import { auditUser, type User } from '../user/user.ts';

/** The failed signatures of a user that still count. */
export type SigningGuard = { user_id: string; org_id: string; failures: Date[]; version: number };

const WINDOW_MS = 15 * 60_000;

/** Five failures in fifteen minutes lock signing (decisions §3; 21 CFR 11.300(d)). */
const LIMIT = 5;

/** The guard of a user who has never failed. */
export const emptyGuard = (user: User): SigningGuard => ({
  user_id: user.id,
  org_id: user.org_id,
  failures: [],
  version: 0,
});

/** One more failure; `locks` when it is the last that is allowed. */
export const countFailure = (guard: SigningGuard, now: Date): { guard: SigningGuard; locks: boolean } => {
  const recent = guard.failures.filter((at) => now.getTime() - at.getTime() < WINDOW_MS);
  const failures = [...recent, now];
  return { guard: { ...guard, failures, version: guard.version + 1 }, locks: failures.length >= LIMIT };
};

/** The guard without its failures. */
export const clearGuard = (guard: SigningGuard): SigningGuard => ({
  ...guard,
  failures: [],
  version: guard.version + 1,
});

/** A password for a signature was wrong, or came while signing is locked; each is audited. */
export const signatureFailed = (user: User, outcome: 'failed' | 'locked', call: Call): Envelope =>
  makeEvent(identityEvents.signatureFailed, call, {
    audit: {
      action: 'sign',
      entity_type: 'user',
      entity_id: user.id,
      entity_name: user.name,
      entity_version: user.version,
      changes: {},
      user: auditUser(user),
      details: { outcome },
      signature: { required: true, signed: false, signature_id: null, meaning: null },
    },
    record: { user_id: user.id, session_id: null, username: user.email },
  });

/** Signing was locked: somebody in the organisation should look into it. */
export const signatureLockout = (user: User, call: Call): Envelope =>
  makeEvent(identityEvents.signatureLockout, call, {
    audit: {
      action: 'update',
      entity_type: 'user',
      entity_id: user.id,
      entity_name: user.name,
      entity_version: user.version,
      changes: { signing_locked: { from: false, to: true } },
      user: auditUser(user),
      details: { outcome: 'locked' },
    },
    record: { user_id: user.id, session_id: null, username: user.email },
  });
