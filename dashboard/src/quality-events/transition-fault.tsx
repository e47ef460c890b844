import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ApiError, ValidationError } from '@qsc/client';
import { fieldName } from '../i18n/vocabulary.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';

const countItems = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Why a record could not be moved, in the words of who wants to move it. */
export const TransitionFault = ({ error }: { error: unknown }) => {
  const { t } = useLingui();
  const details = error instanceof ApiError ? error.details : {};
  const open = countItems(details.open_actions);
  const missing = error instanceof ValidationError ? error.missingFields.map(fieldName).join(', ') : '';
  const reasons: Readonly<Record<string, string>> = {
    no_eligible_approver: t`Nobody could approve this: every approver asked for it, created the record, or is not active. Ask an administrator for another approver.`,
    waits_for_approval: t`The record waits for approval. It moves on by the decision.`,
  };
  const message =
    error instanceof ApiError && error.code === 'precondition_failed'
      ? t`Somebody else changed the record meanwhile. It is shown as it is now, with what you typed; look at it and try again.`
      : missing
        ? t`Still missing: ${missing}`
        : open > 0
          ? plural(open, {
              one: '# action is neither completed nor cancelled.',
              other: '# actions are neither completed nor cancelled.',
            })
          : reasons[String(details.reason)];
  return <ErrorNotice error={error} message={message} />;
};
