import { msg } from '@lingui/core/macro';
import { choices, wordFor } from '../i18n/vocabulary.ts';
import type { Delivery } from './webhook.queries.ts';
import { DELIVERY_STATUSES, WEBHOOK_STATUSES } from './webhook.queries.ts';

const WEBHOOK_WORDS = { active: msg`Active`, disabled: msg`Disabled` };

const DELIVERY_WORDS = {
  pending: msg`Waiting`,
  retrying: msg`Failed, is retried`,
  succeeded: msg`Succeeded`,
  failed: msg`Failed`,
  skipped: msg`Skipped`,
};

const DISABLED_REASONS = {
  requested: msg`by a user`,
  gone: msg`by the system: the receiver answered 410 (gone)`,
  retries_exhausted: msg`by the system: every attempt of a delivery has failed`,
};

/** Why a receiver gave no answer. */
const ERRORS = {
  timeout: msg`No answer in time`,
  dns: msg`Name not resolved`,
  connection: msg`No connection`,
  network: msg`Address not allowed`,
  tls: msg`TLS refused`,
  answer: msg`Not an HTTP answer`,
  cancelled: msg`Cancelled`,
  secret: msg`Secret cannot be read`,
  message_expired: msg`Message expired`,
};

export const webhookStatusWord = (status: string): string => wordFor(WEBHOOK_WORDS, status);

export const disabledReasonWord = (reason: string | null): string => wordFor(DISABLED_REASONS, reason);

/** The state of a delivery as people read it; one that waits for its next attempt after a failure is `retrying`. */
export const deliveryState = ({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): string =>
  status === 'pending' && attempts > 0 ? 'retrying' : status;

export const deliveryWord = (state: string): string => wordFor(DELIVERY_WORDS, state);

/** The answer of a receiver in a few characters: its status, or why there was none; empty before the first attempt. */
export const answerWord = ({ response_status, error }: Pick<Delivery, 'response_status' | 'error'>): string =>
  response_status !== null ? `HTTP ${response_status}` : wordFor(ERRORS, error);

export const webhookStatusChoices = () => choices(WEBHOOK_WORDS, WEBHOOK_STATUSES);

export const deliveryStatusChoices = () => choices(DELIVERY_WORDS, DELIVERY_STATUSES);
