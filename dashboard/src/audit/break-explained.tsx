import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useRight } from '../session/session.ts';
import type { Verification } from './audit.queries.ts';

type Reason = NonNullable<Verification['first_broken']>['reason'];

const REASONS: Readonly<Record<Reason, MessageDescriptor>> = {
  missing: msg`The entry with this number is missing.`,
  duplicate: msg`Two entries have this number: one of them was added.`,
  content_changed: msg`The content of this entry, or its checksum, was changed after it was recorded.`,
  out_of_order: msg`This entry is not the one that was recorded here, as where two entries were swapped.`,
  link_broken: msg`The entry before this one is not the one after which it was recorded.`,
  truncated: msg`The log ends before an entry that a checkpoint vouches for: its end was cut off, or an older backup was restored.`,
  checkpoint_mismatch: msg`The entry is not the one that a checkpoint vouches for: the log was rewritten from here or before.`,
};

/** What the first difference means, and what is to be done now. */
export const BreakExplained = ({ result }: { result: Verification }) => {
  const { t, i18n } = useLingui();
  const mayOpen = useRight('quality-events:write');
  const reason = result.first_broken?.reason;
  return (
    <>
      {reason && <p>{i18n._(REASONS[reason])}</p>}
      <h3>{t`What to do`}</h3>
      <ol className="recommended">
        <li>
          <Trans>Save this result, and the signed checkpoints that you keep outside.</Trans>
        </li>
        <li>
          <Trans>
            Ask the operator to leave the database and its backups as they are: nothing is repaired or restored before
            it is known what happened.
          </Trans>
        </li>
        <li>
          <Trans>
            Ask the operator whether a backup was restored. If so, the end of the log is missing for that reason;
            document the restore.
          </Trans>
        </li>
        <li>
          {mayOpen ? (
            <Trans>
              Open a deviation, and assess the records whose entries come at or after the first difference:{' '}
              <Link to="/quality-events/new" search={{ type: 'deviation' }}>
                new deviation
              </Link>
              .
            </Trans>
          ) : (
            <Trans>
              Ask quality assurance to open a deviation, and to assess the records whose entries come at or after the
              first difference.
            </Trans>
          )}
        </li>
        <li>
          <Trans>
            Compare with the newest export and with a backup from before the first difference to see what was changed.
          </Trans>
        </li>
      </ol>
    </>
  );
};
