import { newId } from '@qsc/contracts';
import type { WatchNotice } from '@qsc/contracts/grpc/identity/v1/WatchNotice';
import { LONGEST_LIFE_SECONDS, toSeconds } from '../token/lifetime.ts';

export const NOTICE_KINDS = ['session', 'application', 'api_key', 'user', 'organization', 'keys'] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What caches in the mesh must drop, written in the same commit as what made it so. `received_by`: replicas whose watchers have it. */
export type Notice = {
  _id: string;
  kind: NoticeKind;
  target: string;
  rights_version: number;
  until: number;
  created_at: Date;
  expires_at: Date;
  received_by: string[];
};

/** The kinds that revoke tokens. */
export const REVOCATION_KINDS = ['session', 'application', 'api_key', 'user'] as const satisfies readonly NoticeKind[];

const REVOCATIONS: ReadonlySet<NoticeKind> = new Set(REVOCATION_KINDS);

/** Whether the notice revokes tokens. */
export const isRevocation = (notice: Notice): boolean => REVOCATIONS.has(notice.kind);

const notice = (kind: NoticeKind, target: string, now: Date, rightsVersion: number): Notice => {
  const until = toSeconds(now) + LONGEST_LIFE_SECONDS;
  return {
    _id: newId('event'),
    kind,
    target,
    rights_version: rightsVersion,
    until,
    created_at: now,
    expires_at: new Date(until * 1_000),
    received_by: [],
  };
};

/** Every token of a session, an application or an API key is refused from now on. */
export const makeRevocation = (kind: 'session' | 'application' | 'api_key', id: string, now: Date): Notice =>
  notice(kind, id, now, 0);

/** Every token of the user with an earlier version of the rights is refused, and what was exchanged for the user's keys is dropped. */
export const userRevocation = (userId: string, rightsVersion: number, now: Date): Notice =>
  notice('user', userId, now, rightsVersion);

/** Tier or settings of the organisation changed. */
export const organizationNotice = (orgId: string, now: Date): Notice => notice('organization', orgId, now, 0);

/** The published key set changed. */
export const keysNotice = (now: Date): Notice => notice('keys', 'keys', now, 0);

/** A revocation as tokens are checked against it, here and in the mesh. */
export const toRevocation = ({ kind, target, until, rights_version }: Notice) => ({
  kind,
  id: target,
  until,
  rights_version,
});

/** The notice as a watcher gets it. */
export const toWatchNotice = (notice: Notice, sequence: number): WatchNotice => {
  if (notice.kind === 'organization') return { organization_changed: { sequence, org_id: notice.target } };
  if (notice.kind === 'keys') return { keys_changed: { sequence } };
  return { revocation: { sequence, ...toRevocation(notice) } };
};
