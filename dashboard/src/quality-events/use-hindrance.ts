import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRight } from '../session/session.ts';
import { isEnded } from './event-filters.ts';
import { instanceQuery, type QualityEvent } from './quality-event.queries.ts';

/** Why the content of an event cannot be changed by this user now; null where it can. */
export const useHindrance = (event: QualityEvent): string | null => {
  const { t } = useLingui();
  const { data: instance } = useQuery(instanceQuery(event.id));
  const mayWrite = useRight('quality-events:write');
  if (!mayWrite) return t`Your role reads quality events and does not change them.`;
  if (isEnded(event)) return t`The event has ended; its content is final.`;
  if (instance?.approval) return t`The event waits for approval: its content stays as the approvers see it.`;
  return null;
};
