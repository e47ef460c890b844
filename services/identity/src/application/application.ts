import { randomBytes } from 'node:crypto';
import { newId, type Scope } from '@qsc/contracts';
import { type Envelope, identityEvents } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import { changedFields, type Fields } from '../audit/changed-fields.ts';

/**
 * An OAuth application; its id is its `client_id`. It acts as itself by client credentials, and for users of its own
 * organisation by the authorization code flow when it has redirect addresses. A public one (a browser or native
 * application) has no secret and only the latter.
 */
export type Application = {
  id: string;
  org_id: string;
  name: string;
  scopes: Scope[];
  redirect_uris: string[];
  public: boolean;
  secret_hash: string | null;
  revoked_at: Date | null;
  created_at: Date;
  created_by: string;
  version: number;
};

export type NewApplication = Pick<Application, 'name' | 'scopes' | 'redirect_uris' | 'public'>;

/** A client secret: 256 bits, shown once. */
export const newClientSecret = (): string => randomBytes(32).toString('base64url');

const toFields = (application: Application): Fields => ({
  name: application.name,
  scopes: application.scopes,
  redirect_uris: application.redirect_uris,
  public: application.public,
  revoked: application.revoked_at !== null,
});

const makeChangeEvent = (application: Application, before: Application | null, call: Call): Envelope =>
  makeEvent(before ? identityEvents.applicationRevoked : identityEvents.applicationCreated, call, {
    audit: {
      action: before ? 'delete' : 'create',
      entity_type: 'oauth_application',
      entity_id: application.id,
      entity_name: application.name,
      entity_version: application.version,
      changes: changedFields(before ? toFields(before) : {}, toFields(application)),
    },
    record: {
      id: application.id,
      name: application.name,
      scopes: application.scopes,
      revoked: application.revoked_at !== null,
    },
  });

/** A new application of the caller's organisation. */
export const createApplication = (input: NewApplication, secretHash: string | null, call: Call) => {
  const application: Application = {
    id: newId('application'),
    org_id: call.actor.org_id,
    ...input,
    scopes: [...new Set(input.scopes)],
    secret_hash: secretHash,
    revoked_at: null,
    created_at: call.now,
    created_by: call.actor.id,
    version: 1,
  };
  return { application, event: makeChangeEvent(application, null, call) };
};

/** The application as it is revoked; null when it was already. */
export const revokeApplication = (
  before: Application,
  call: Call,
): { application: Application; event: Envelope } | null => {
  if (before.revoked_at) return null;
  const application = { ...before, revoked_at: call.now, version: before.version + 1 };
  return { application, event: makeChangeEvent(application, before, call) };
};
