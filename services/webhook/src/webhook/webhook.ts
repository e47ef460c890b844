import { type AuditAction, newId } from '@qsc/contracts';
import { type Envelope, type WebhookSnapshot, webhookEvents } from '@qsc/contracts/events';
import { type Call, changesBetween, conflict, makeEvent } from '@qsc/service-kit/pure';
import type { EventName } from './event-name.ts';

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;

export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Why a webhook is disabled: a user requested it, the receiver is gone (410), or every attempt has failed. */
export const DISABLED_REASONS = ['requested', 'gone', 'retries_exhausted'] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Which audit entries are delivered; an empty list restricts nothing. */
export type Filters = { entity_types: string[]; actions: AuditAction[] };

/** A sealed secret. The current one has no end; one that was replaced signs `until` then. */
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
  /** Since which version it has its present receiver: failures of earlier versions do not count. Absent: since the first. */
  tried_from?: number | undefined;
};

/** What a caller sets of a new webhook. */
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
  return { webhook, event: makeWebhookEvent('created', { before: null, after: webhook }, call) };
};

/** The webhook after the patch; null where nothing changes. Lists are replaced, `filters` merges. */
export const changeWebhook = (before: Webhook, patch: WebhookPatch, call: Call): Changed | null => {
  const { url = before.url, events = before.events, status = before.status, filters = {} } = patch;
  const { entity_types = before.filters.entity_types, actions = before.filters.actions } = filters;
  const after: Webhook = {
    ...before,
    url,
    events,
    status,
    filters: { entity_types, actions },
    ...(status === before.status ? {} : statusFields(status, call.now)),
  };
  if (Object.keys(changesBetween(tracked(before), tracked(after))).length === 0) return null;
  const from = isNewReceiver(before, after) ? { tried_from: before.version + 1 } : {};
  return changed('updated', { before, after: { ...after, ...from } }, call);
};

/** Whether earlier failures do not count any more: the address changed, or the webhook was enabled. */
export const isNewReceiver = (before: Webhook, after: Webhook): boolean =>
  after.url !== before.url || (after.status === 'active' && before.status === 'disabled');

/** The webhook with a new secret. The previous one also signs for a day; any older one does not. */
export const rotateSecret = (before: Webhook, sealed: string, call: Call): Changed => {
  const [current] = before.secrets;
  const former = current ? [{ sealed: current.sealed, until: new Date(call.now.getTime() + ROTATION_MS) }] : [];
  const after = { ...before, secrets: [{ sealed, until: null }, ...former] };
  return changed('updated', { before, after }, call, { operation: 'rotate_secret' });
};

/** Whether the receiver is still the one that was tried: same address, and not enabled again since. */
export const isSameReceiver = (now: Webhook, tried: Pick<Webhook, 'url' | 'version'>): boolean =>
  now.url === tried.url && (now.tried_from ?? 1) <= tried.version;

/** The webhook disabled by the system; null where it is disabled already. */
export const disableWebhook = (before: Webhook, reason: DisabledReason, call: Call): Changed | null => {
  if (before.status === 'disabled') return null;
  const after: Webhook = { ...before, status: 'disabled', disabled_reason: reason, disabled_at: call.now };
  return changed('disabled', { before, after }, call, { operation: 'disable', reason });
};

/** The event of a removal. */
export const deleteWebhook = (before: Webhook, call: Call): Envelope =>
  makeWebhookEvent('deleted', { before, after: null }, call);

/** The most webhooks of an organisation: each event is stored once more for every subscriber. */
export const MAX_WEBHOOKS = 100;

/** Refuses a webhook beyond the limit. Throws `conflict`. */
export const requireBelowLimit = (count: number): void => {
  if (count < MAX_WEBHOOKS) return;
  throw conflict(`An organisation has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`, { limit: MAX_WEBHOOKS });
};

/** The secrets that sign at that time, the current one first. */
export const findSigningSecrets = ({ secrets }: Pick<Webhook, 'secrets'>, now: Date): SigningSecret[] =>
  secrets.filter(({ until }) => until === null || until > now);

/** Refuses to send while the webhook is disabled. Throws `conflict`. */
export const requireActive = ({ status, disabled_reason }: Webhook): void => {
  if (status === 'active') return;
  throw conflict('The webhook is disabled. Enable it first: PATCH it with {"status": "active"}.', { disabled_reason });
};

/** An action on the deliveries of a webhook, which does not change the webhook. */
type Act = { webhook: Webhook; details: Record<string, unknown> };

/** The audit facts of such an action. */
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

const statusFields = (status: WebhookStatus, now: Date) =>
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
  return { webhook, event: makeWebhookEvent(what, { before, after: webhook }, call, details) };
};

/** The audited fields; never a secret. */
const tracked = ({ url, events, filters, status, disabled_reason }: Webhook) => ({
  url,
  events,
  filters,
  status,
  disabled_reason,
});

const toSnapshot = (webhook: Webhook): WebhookSnapshot => ({
  id: webhook.id,
  ...tracked(webhook),
  disabled_at: webhook.disabled_at?.toISOString() ?? null,
  version: webhook.version,
});

const makeWebhookEvent = (
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
    record: toSnapshot(shown),
  });
};
