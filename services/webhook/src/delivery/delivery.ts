import { retryAfterMs } from '@qsc/service-kit/pure';
import type { SentEventName } from '../webhook/event-name.ts';
import type { DisabledReason, Webhook } from '../webhook/webhook.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A message for one webhook, and its state (decisions, "Webhooks"). */
export type Delivery = {
  id: string;
  org_id: string;
  webhook_id: string;
  /** The `webhook-id` of every attempt. */
  message_id: string;
  event: SentEventName;
  status: DeliveryStatus;
  attempts: number;
  /** The attempts before a redelivery, or at another address. They do not count for the retry schedule. */
  former_attempts: number;
  /** The latest task that sends it again: the result of an attempt that started before does not end it. */
  resend_task_id: string | null;
  /** The version of the active webhook by which it became pending. */
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

/** A delivery without an attempt. */
export const newDelivery = (
  ids: Pick<Delivery, 'id' | 'org_id' | 'webhook_id' | 'message_id' | 'event'>,
  { webhook, now }: { webhook: Pick<Webhook, 'status' | 'version'>; now: Date },
): Delivery => ({
  ...ids,
  status: webhook.status === 'active' ? 'pending' : 'skipped',
  attempts: 0,
  former_attempts: 0,
  resend_task_id: null,
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

/** The result of one attempt: the receiver's answer, or the error. */
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

/** The delivery after an attempt, and why the webhook has to be disabled, or null. */
export type AttemptOutcome = { delivery: Delivery; disable: DisabledReason | null };

const GONE = 410;
const JITTER = 0.2;

export const isSuccess = ({ answer }: Attempt): boolean =>
  answer !== null && answer.status >= 200 && answer.status < 300;

/** The delivery after an attempt. After a failure it waits for the next one, unless the receiver is gone or none is left. */
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
  return { delivery: { ...tried, next_attempt_at: nextAttempt(attempt, delay, rules.random) }, disable: null };
};

/** The delivery to a receiver that replaced the one that was tried last: due now, with every attempt left. */
export const restartSchedule = (tried: Delivery, now: Date): Delivery => ({
  ...tried,
  status: 'pending',
  former_attempts: tried.attempts,
  next_attempt_at: now,
});

/** Whether an attempt went to another address than the one before it. */
const isElsewhere = ({ request_url }: Delivery, { url }: Attempt): boolean =>
  request_url !== null && url !== null && request_url !== url;

/** The delivery whose message has expired, so that nothing can be sent. */
export const withoutBody = (before: Delivery): Delivery => ({
  ...before,
  status: 'failed',
  attempts: before.attempts + 1,
  error: 'message_expired',
  next_attempt_at: null,
});

/** From the end of the attempt: the delay with its jitter, or the receiver's `Retry-After`, up to a day, where that is later. */
const nextAttempt = ({ at, durationMs, answer }: Attempt, delaySeconds: number, random: () => number): Date => {
  const end = at.getTime() + durationMs;
  const jittered = delaySeconds * 1_000 * (1 - JITTER + 2 * JITTER * random());
  const requested = retryAfterMs(answer?.retryAfter ?? null, end) ?? 0;
  return new Date(end + Math.round(Math.max(jittered, requested)));
};
