import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ApiError, FieldError } from '@qsc/client';
import type { Words } from '../i18n/vocabulary.ts';

/** What the codes of the API mean, for languages in which the API does not answer. */
const ERRORS: Words = {
  invalid_request: msg`The request could not be read.`,
  unauthorized: msg`You are not signed in any more. Sign in again.`,
  forbidden: msg`Your role does not allow this.`,
  not_found: msg`There is no such record, or it is not open to you.`,
  conflict: msg`This contradicts the present state of the record.`,
  invalid_transition: msg`The workflow does not allow this transition now.`,
  approval_required: msg`The record waits for an approval.`,
  idempotency_in_progress: msg`The same change is under way. Wait a moment.`,
  connection_not_ready: msg`The connection is not ready to synchronise.`,
  sync_in_progress: msg`A synchronisation is under way.`,
  authorization_failed: msg`The external system refused the login.`,
  retention_hold: msg`A legal hold or the retention forbids this.`,
  export_not_ready: msg`The export is not finished yet.`,
  gone: msg`This does not exist any more.`,
  precondition_failed: msg`Somebody else changed the record meanwhile. Load it again.`,
  payload_too_large: msg`This is too large.`,
  unsupported_media_type: msg`Files of this type are not accepted.`,
  validation_failed: msg`Some values are not accepted.`,
  missing_required_fields: msg`Fields are missing that this step requires.`,
  signature_required: msg`This step requires an electronic signature.`,
  reason_required: msg`A reason for the change is required.`,
  internal_error: msg`The system failed. Try again; if it fails again, report the id of the request.`,
};

/** What the codes of a field's fault mean. */
const FIELD_FAULTS: Words = {
  required: msg`is missing`,
  invalid_type: msg`is missing or of the wrong kind`,
  too_small: msg`is too short or too small`,
  too_big: msg`is too long or too large`,
  invalid_format: msg`has the wrong form`,
  invalid_value: msg`is none of the allowed values`,
  unrecognized_keys: msg`is not known here`,
  duplicate: msg`is given twice`,
  not_allowed: msg`is not allowed here`,
  unknown: msg`is not known`,
  unknown_reference: msg`does not exist`,
  too_many: msg`has too many entries`,
  initial_state: msg`need exactly one initial state`,
  final_state: msg`need a final state`,
  unknown_state: msg`leads to a state that does not exist`,
  not_a_transition: msg`leads to a state to which no transition leads`,
  unreachable: msg`cannot be reached from the initial state`,
  no_end: msg`does not lead to a final state`,
  same_state: msg`leads to the same state as the approval`,
  role_cannot_decide: msg`has a role that decides on no record`,
  role_cannot_move: msg`has a role that makes no transitions`,
  not_single: msg`needs one approver, since the approval is a single one`,
  not_in_order: msg`needs one role for each approver, in their order`,
  not_by_itself: msg`needs a person, so nothing can make it by itself`,
};

const inLanguage = (words: Words, { code, message }: { code: string; message: string }): string => {
  const word = words[code];
  // The API's own sentences are English.
  return i18n.locale === 'en' || word === undefined ? message : i18n._(word);
};

/** The sentence of an error in the language of the page. */
export const errorText = (error: Pick<ApiError, 'code' | 'message'>): string => inLanguage(ERRORS, error);

/** The same in one line with the API's own sentence, which names values and limits. */
export const errorLine = (error: Pick<ApiError, 'code' | 'message'>): string => {
  const text = errorText(error);
  return text === error.message ? text : `${text} (${error.message})`;
};

/** The sentence about a field in the language of the page. */
export const fieldFaultText = (fault: Pick<FieldError, 'code' | 'message'>): string => inLanguage(FIELD_FAULTS, fault);
