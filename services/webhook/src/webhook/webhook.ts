import { type AuditAction, newId } from '@qsc/contracts';
import { type Envelope, type WebhookSnapshot, webhookEvents } from '@qsc/contracts/events';
import { type Call, changesBetween, conflict, makeEvent } from '@qsc/service-kit/pure';
import type { EventName } from './event-name.ts';

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;

export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Why a webhook is disabled: somebody asked for it, the receiver said that it is gone (410), or every try was used up. */
export const DISABLED_REASONS = ['requested', 'gone', 'retries_exhausted'] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Which audit entries are delivered; an empty list restricts nothing. */
export type Filters = { entity_types: string[]; actions: AuditAction[] };

/** A sealed secret that signs; one that was replaced does so `until` then. The first is the current one. */
export type SigningSecret = { sealed: string; until: Date | null };

/** A receiver of webhooks (decisions, "Webhooks"). */
export type Webhook = {
  id: string;
  org_id: string;
  url: string;
  events: EventName[];
  filters: Filters;
  status: WebhookStatus;
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  secrets: SigningSecret[];
  created_at: Date;
  created_by: string;
  updated_at: Date;
  version: number;
  /** The version from which on its receiver is tried as if nothing were known of it; absent where that is the first. */
  tried_from?: number | undefined;
};

/** What a caller may say of a webhook. */
export type WebhookContent = { url: string; events: EventName[]; filters: Filters };

/** What a caller may change. */
export type WebhookPatch = {
  url?: string | undefined;
  events?: EventName[] | undefined;
  filters?: { entity_types?: string[] | undefined; actions?: AuditAction[] | undefined } | undefined;
  status?: WebhookStatus | undefined;
};

export type Changed = { webhook: Webhook; event: Envelope };

/** How long a secret that was replaced still signs. */
const ROTATION_MS = 24 * 3_600_000;

/** A new webhook. `id` is given, since the secret is sealed for it. */
export const createWebhook = (
  content: WebhookContent,
  { id, sealed }: { id: string; sealed: string },
  call: Call,
): Changed => {
  const webhook: Webhook = {
    id,
    org_id: call.actor.org_id,
    ...content,
    status: 'active',
    disabled_reason: null,
    disabled_at: null,
    secrets: [{ sealed, until: null }],
    created_at: call.now,
    created_by: call.actor.id,
    updated_at: call.now,
    version: 1,
  };
  return { webhook, event: eventOf('created', { before: null, after: webhook }, call) };
};

/** The webhook as the patch makes it; null where that changes nothing. Lists are replaced, `filters` merges. */
export const changeWebhook = (before: Webhook, patch: WebhookPatch, call: Call): Changed | null => {
  const { url = before.url, events = before.events, status = before.status, filters = {} } = patch;
  const { entity_types = before.filters.entity_types, actions = before.filters.actions } = filters;
  const after: Webhook = {
    ...before,
    ...{ url, events, status, filters: { entity_types, actions } },
    ...(status === before.status ? {} : standing(status, call.now)),
  };
  if (Object.keys(changesBetween(tracked(before), tracked(after))).length === 0) return null;
  const from = isToBeTried(before, after) ? { tried_from: before.version + 1 } : {};
  return changed('updated', { before, after: { ...after, ...from } }, call);
};

/** Whether the failures of before say nothing of the receiver any more: its address is another one, or it was enabled. */
export const isToBeTried = (before: Webhook, after: Webhook): boolean =>
  after.url !== before.url || (after.status === 'active' && before.status === 'disabled');

/** The webhook with a new secret: the one before signs beside it for a day, one that was replaced before that no more. */
export const rotateSecret = (before: Webhook, sealed: string, call: Call): Changed => {
  const [current] = before.secrets;
  const former = current ? [{ sealed: current.sealed, until: new Date(call.now.getTime() + ROTATION_MS) }] : [];
  const after = { ...before, secrets: [{ sealed, until: null }, ...former] };
  return changed('updated', { before, after }, call, { operation: 'rotate_secret' });
};

/** Whether the receiver is still the one that was tried: of another one, or one that was enabled since, it says nothing. */
export const isAsTried = (now: Webhook, tried: Pick<Webhook, 'url' | 'version'>): boolean =>
  now.url === tried.url && (now.tried_from ?? 1) <= tried.version;

/** The webhook as the system disables it; null where it is disabled already. */
export const disableWebhook = (before: Webhook, reason: DisabledReason, call: Call): Changed | null => {
  if (before.status === 'disabled') return null;
  const after: Webhook = { ...before, status: 'disabled', disabled_reason: reason, disabled_at: call.now };
  return changed('disabled', { before, after }, call, { operation: 'disable', reason });
};

/** The event of a removal. */
export const deleteWebhook = (before: Webhook, call: Call): Envelope =>
  eventOf('deleted', { before, after: null }, call);

/** The most webhooks of an organisation: each of its events is kept once more for every one that asks for it. */
export const MOST_WEBHOOKS = 100;

/** Refuses one more than an organisation may have. Throws `conflict`. */
export const requireRoom = (count: number): void => {
  if (count < MOST_WEBHOOKS) return;
  throw conflict(`An organisation has at most ${MOST_WEBHOOKS} webhooks. Delete one first.`, { limit: MOST_WEBHOOKS });
};

/** The secrets that sign at that moment, the current one first. */
export const signingAt = ({ secrets }: Pick<Webhook, 'secrets'>, now: Date): SigningSecret[] =>
  secrets.filter(({ until }) => until === null || until > now);

/** Refuses an act that would send while the webhook is disabled. Throws `conflict`. */
export const requireActive = ({ status, disabled_reason }: Webhook): void => {
  if (status === 'active') return;
  throw conflict('The webhook is disabled. Enable it first: PATCH it with {"status": "active"}.', { disabled_reason });
};

/** An act on the deliveries of a webhook, which leaves the webhook as it is. */
type Act = { webhook: Webhook; details: Record<string, unknown> };

/** The audit facts of such an act. */
export const actFacts = ({ webhook, details }: Act) => ({
  action: 'update' as const,
  entity_type: 'webhook',
  entity_id: webhook.id,
  entity_name: webhook.url,
  entity_version: webhook.version,
  changes: {},
  details,
});

export const newWebhookId = (): string => newId('webhook');

const standing = (status: WebhookStatus, now: Date) =>
  status === 'active'
    ? { disabled_reason: null, disabled_at: null }
    : { disabled_reason: 'requested' as const, disabled_at: now };

type States = { before: Webhook; after: Webhook };

const changed = (
  what: 'updated' | 'disabled',
  { before, after }: States,
  call: Call,
  details?: Record<string, unknown>,
): Changed => {
  const webhook = { ...after, updated_at: call.now, version: before.version + 1 };
  return { webhook, event: eventOf(what, { before, after: webhook }, call, details) };
};

/** What the audit entry tells; never a secret. */
const tracked = ({ url, events, filters, status, disabled_reason }: Webhook) => ({
  url,
  events,
  filters,
  status,
  disabled_reason,
});

const snapshotOf = (webhook: Webhook): WebhookSnapshot => ({
  id: webhook.id,
  ...tracked(webhook),
  disabled_at: webhook.disabled_at?.toISOString() ?? null,
  version: webhook.version,
});

const eventOf = (
  what: 'created' | 'updated' | 'disabled' | 'deleted',
  { before, after }: { before: Webhook | null; after: Webhook | null },
  call: Call,
  details?: Record<string, unknown>,
): Envelope => {
  const shown = (after ?? before) as Webhook;
  const action = what === 'created' ? 'create' : what === 'deleted' ? 'delete' : 'update';
  return makeEvent(webhookEvents[what], call, {
    audit: {
      action,
      entity_type: 'webhook',
      entity_id: shown.id,
      entity_name: shown.url,
      entity_version: shown.version,
      changes: changesBetween(before ? tracked(before) : {}, after ? tracked(after) : {}),
      ...(details ? { details } : {}),
    },
    record: snapshotOf(shown),
  });
};
