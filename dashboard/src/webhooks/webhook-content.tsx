import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { typeName } from '../audit/audit-words.ts';
import { AUDIT_ACTIONS, wordFor } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { Person } from '../ui/people.tsx';
import { Instant } from '../ui/time.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import type { Webhook } from './webhook.queries.ts';

/** What the webhook receives, and who registered it. */
export const WebhookFacts = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  const { id, events, filters } = webhook;
  const title = t`Subscription`;
  return (
    <TitledSection
      title={title}
      renderEdit={
        mayWrite && ((props) => <Link to="/webhooks/$webhookId/change" params={{ webhookId: id }} {...props} />)
      }
    >
      <dl className="fields">
        <div>
          <dt>{t`Events`}</dt>
          <dd>
            <ul className="webhook-names">
              {events.map((name) => (
                <li key={name} className="mono">
                  {name}
                </li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt>{t`Kinds of record`}</dt>
          <dd>{filters.entity_types.map(typeName).join(', ') || <span className="none">{t`all`}</span>}</dd>
        </div>
        <div>
          <dt>{t`Actions`}</dt>
          <dd>
            {filters.actions.map((action) => wordFor(AUDIT_ACTIONS, action)).join(', ') || (
              <span className="none">{t`all`}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t`Created by`}</dt>
          <dd>
            <Person id={webhook.created_by} />
          </dd>
        </div>
        <div>
          <dt>{t`Created`}</dt>
          <dd>
            <Instant value={webhook.created_at} exact />
          </dd>
        </div>
        <div>
          <dt>{t`Changed`}</dt>
          <dd>
            <Instant value={webhook.updated_at} exact />
          </dd>
        </div>
      </dl>
    </TitledSection>
  );
};
