import { z } from 'zod';
import { ROLES } from '../role.ts';
import { TIERS } from '../tier.ts';
import { defineEvent } from './envelope.ts';

const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  active: z.boolean(),
  version: z.number().int(),
});

const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  environment: z.enum(['live', 'test']),
  user_id: z.string(),
  expires_at: z.iso.datetime(),
  revoked: z.boolean(),
});

const Application = z.object({ id: z.string(), name: z.string(), scopes: z.array(z.string()), revoked: z.boolean() });

const Organization = z.object({
  id: z.string(),
  name: z.string(),
  tier: z.enum(TIERS),
  time_zone: z.string(),
  settings: z.record(z.string(), z.unknown()),
  version: z.number().int(),
});

const Session = z.object({ user_id: z.string().nullable(), session_id: z.string().nullable(), username: z.string() });

const ReadRecord = z.object({ id: z.string(), type: z.string() });

const SigningKey = z.object({ kid: z.string(), state: z.string() });

export const identityEvents = {
  organizationCreated: defineEvent('identity.organization.created.v1', 'An organisation was created', Organization),
  organizationUpdated: defineEvent('identity.organization.updated.v1', 'Tier or settings changed', Organization),
  userCreated: defineEvent('identity.user.created.v1', 'A user was created', User),
  userUpdated: defineEvent('identity.user.updated.v1', 'A user changed (role, name, active, unlocked)', User),
  apiKeyCreated: defineEvent('identity.api-key.created.v1', 'An API key was created', ApiKey),
  apiKeyRevoked: defineEvent('identity.api-key.revoked.v1', 'An API key was revoked', ApiKey),
  applicationCreated: defineEvent('identity.application.created.v1', 'An OAuth application was created', Application),
  applicationRevoked: defineEvent('identity.application.revoked.v1', 'An OAuth application was revoked', Application),
  loggedIn: defineEvent('identity.session.logged-in.v1', 'A user logged in', Session),
  loginFailed: defineEvent('identity.session.login-failed.v1', 'A login was refused', Session),
  loggedOut: defineEvent('identity.session.logged-out.v1', 'A user logged out, or a session was ended', Session),
  signatureFailed: defineEvent('identity.signature.failed.v1', 'A password for a signature was wrong', Session),
  signatureLockout: defineEvent('identity.signature.lockout.v1', 'Signing was locked after repeated failures', Session),
  recordRead: defineEvent('identity.record.read.v1', 'A record was read whose reads are recorded', ReadRecord),
  signingKeyRotated: defineEvent('identity.signing-key.rotated.v1', 'The token signing key was rotated', SigningKey),
} as const;
