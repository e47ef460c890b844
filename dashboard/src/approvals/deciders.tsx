import { Trans, useLingui } from '@lingui/react/macro';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { Status } from '../ui/status.tsx';
import { Deadline, Instant } from '../ui/time.tsx';
import type { Approval } from './approval.queries.ts';

const STATE_AFTER: Readonly<Record<string, string>> = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
};

/** Who asked, who has decided and how, and who still can. */
export const Deciders = ({ approval }: { approval: Approval }) => {
  const { t } = useLingui();
  const { decisions, can_decide, requested_by_name, requested_at, due_date } = approval;
  return (
    <section className="section" aria-label={t`Decisions`}>
      <h2 className="section-title">
        <Trans>
          Decisions: {approval.approvals_received} of {approval.approvals_required}
        </Trans>
      </h2>
      <dl className="fields">
        <div>
          <dt>
            <Trans>Asked for by</Trans>
          </dt>
          <dd>
            {requested_by_name}, <Instant value={requested_at} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Due</Trans>
          </dt>
          <dd>
            <Deadline value={due_date} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Can decide</Trans>
          </dt>
          <dd>
            {can_decide.length === 0 ? (
              <span className="none">
                <Trans>Nobody at the moment</Trans>
              </span>
            ) : (
              can_decide.map(({ user_id, name, role, on_behalf_of_name }) => (
                <div key={user_id}>
                  {name} <span className="none">{wordFor(ROLES, role)}</span>
                  {on_behalf_of_name && (
                    <span className="none">
                      {' '}
                      <Trans>for {on_behalf_of_name}</Trans>
                    </span>
                  )}
                </div>
              ))
            )}
          </dd>
        </div>
      </dl>
      <ul className="signatures" style={{ marginTop: 12 }}>
        {decisions.map(
          ({ decision, decided_by_name, role, comment, conditions, decided_at, signature_id, on_behalf_of_name }) => (
            <li key={`${decided_by_name}${decided_at}`} className="signature-block">
              <strong>{on_behalf_of_name ? t`${decided_by_name} for ${on_behalf_of_name}` : decided_by_name}</strong>
              <span>
                {wordFor(ROLES, role)} · {signature_id ? t`signed` : t`without a signature`}
              </span>
              <Status state={STATE_AFTER[decision] ?? decision} />
              <span>{comment}</span>
              {conditions.length > 0 && <span>{t`On condition: ${conditions.join('; ')}`}</span>}
              <Instant value={decided_at} exact />
            </li>
          ),
        )}
      </ul>
    </section>
  );
};
