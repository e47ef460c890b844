import { retryAfterMs } from '@qsc/service-kit/pure';
import type { SentEventName } from '../webhook/event-name.ts';
import type { DisabledReason, Webhook } from '../webhook/webhook.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A message for one webhook, and what became of it so far (decisions, "Webhooks"). */
export type Delivery = {
  id: string;
  org_id: string;
  webhook_id: string;
  /** The `webhook-id` of every attempt. */
  message_id: string;
  event: SentEventName;
  status: DeliveryStatus;
  attempts: number;
  /** The attempts before it was asked for again, or at another address, which do not count for the schedule. */
  former_attempts: number;
  /** The latest act that asked for it again: an attempt that was begun before is not its end. */
  asked_by: string | null;
  /** The version of the webhook, active then, by which it was made to wait. */
  webhook_version: number;
  /** Where its latest attempt went. */
  request_url: string | null;
  response_status: number | null;
  response_body: string | null;
  /** What went wrong where there was no answer. */
  error: string | null;
  duration_ms: number | null;
  created_at: Date;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
};

/** A delivery that nobody has tried yet. */
export const newDelivery = (
  ids: Pick<Delivery, 'id' | 'org_id' | 'webhook_id' | 'message_id' | 'event'>,
  { webhook, now }: { webhook: Pick<Webhook, 'status' | 'version'>; now: Date },
): Delivery => ({
  ...ids,
  status: webhook.status === 'active' ? 'pending' : 'skipped',
  attempts: 0,
  former_attempts: 0,
  asked_by: null,
  webhook_version: webhook.version,
  request_url: null,
  response_status: null,
  response_body: null,
  error: null,
  duration_ms: null,
  created_at: now,
  last_attempt_at: null,
  next_attempt_at: webhook.status === 'active' ? now : null,
});

/** How one attempt ended: the receiver's answer, or what kept it from answering. */
export type Attempt = {
  at: Date;
  durationMs: number;
  /** Where it went; null where nothing was sent. */
  url: string | null;
  answer: { status: number; body: string; retryAfter: string | null } | null;
  error: string | null;
};

/** How long failed deliveries wait. `random` is from 0 to 1. */
export type RetryRules = { delaysSeconds: readonly number[]; random: () => number };

/** What an attempt comes to: the delivery after it, and why the webhook has to be disabled, if it has. */
export type AttemptOutcome = { delivery: Delivery; disable: DisabledReason | null };

const GONE = 410;
const JITTER = 0.2;

export const isSuccess = ({ answer }: Attempt): boolean =>
  answer !== null && answer.status >= 200 && answer.status < 300;

/** The delivery after an attempt. A failed one waits for its next try, unless the receiver is gone or no try is left. */
export const afterAttempt = (before: Delivery, attempt: Attempt, rules: RetryRules): AttemptOutcome => {
  const former_attempts = isElsewhere(before, attempt) ? before.attempts : before.former_attempts;
  const tried: Delivery = {
    ...before,
    attempts: before.attempts + 1,
    former_attempts,
    request_url: attempt.url,
    response_status: attempt.answer?.status ?? null,
    response_body: attempt.answer?.body ?? null,
    error: attempt.error,
    duration_ms: attempt.durationMs,
    last_attempt_at: attempt.at,
    next_attempt_at: null,
  };
  if (isSuccess(attempt)) return { delivery: { ...tried, status: 'succeeded' }, disable: null };
  if (attempt.answer?.status === GONE) return { delivery: { ...tried, status: 'failed' }, disable: 'gone' };
  const delay = rules.delaysSeconds[before.attempts - former_attempts];
  if (delay === undefined) return { delivery: { ...tried, status: 'failed' }, disable: 'retries_exhausted' };
  return { delivery: { ...tried, next_attempt_at: nextTry(attempt, delay, rules.random) }, disable: null };
};

/** The delivery to a receiver that took the place of the one that was tried last: due now, with every try. */
export const begunAnew = (tried: Delivery, now: Date): Delivery => ({
  ...tried,
  status: 'pending',
  former_attempts: tried.attempts,
  next_attempt_at: now,
});

/** Whether an attempt went to another address than the one before it. */
const isElsewhere = ({ request_url }: Delivery, { url }: Attempt): boolean =>
  request_url !== null && url !== null && request_url !== url;

/** The delivery whose message is kept no more, so that nothing can be sent. */
export const withoutBody = (before: Delivery): Delivery => ({
  ...before,
  status: 'failed',
  attempts: before.attempts + 1,
  error: 'message_expired',
  next_attempt_at: null,
});

/** From the end of the attempt: the delay with its jitter, and never less than the receiver asks for, up to a day. */
const nextTry = ({ at, durationMs, answer }: Attempt, delaySeconds: number, random: () => number): Date => {
  const end = at.getTime() + durationMs;
  const jittered = delaySeconds * 1_000 * (1 - JITTER + 2 * JITTER * random());
  const asked = retryAfterMs(answer?.retryAfter ?? null, end) ?? 0;
  return new Date(end + Math.round(Math.max(jittered, asked)));
};
