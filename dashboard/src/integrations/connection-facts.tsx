import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useRight } from '../session/session.ts';
import { Fact } from '../ui/fact.tsx';
import { Person } from '../ui/people.tsx';
import { Instant } from '../ui/time.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import type { Connection } from './connection.queries.ts';
import { toContent } from './connection-content.ts';
import { authenticationWord, directionWord, strategyWord, typeWord } from './words.ts';

/** How the external system is reached, and what its users chose. */
export const ConnectionFacts = ({ connection }: { connection: Connection }) => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  const { id, type, created_by, created_at } = connection;
  const content = toContent(connection);
  const title = t`Settings`;
  return (
    <TitledSection
      title={title}
      renderEdit={
        mayWrite &&
        ((props) => <Link to="/integrations/$connectionId/change" params={{ connectionId: id }} {...props} />)
      }
    >
      <dl className="fields">
        <Fact name={t`System`}>{typeWord(type)}</Fact>
        <Fact name={t`Address of the API`}>
          <span className="integration-address">{content.api_base}</span>
        </Fact>
        <Fact name={t`Login`}>{authenticationWord(content.authentication.type ?? '')}</Fact>
        <Fact name={t`Direction`}>{directionWord(content.direction)}</Fact>
        <Fact name={t`Interval`}>
          <Plural value={content.interval_minutes} one="every minute" other="every # minutes" />
        </Fact>
        <Fact name={t`Conflicts`}>{strategyWord(content.default_strategy)}</Fact>
        <Fact name={t`Decided by users`}>
          {content.manual_review_fields.join(', ') || <span className="none">–</span>}
        </Fact>
        <Fact name={t`Created by`}>
          <Person id={created_by} />
        </Fact>
        <Fact name={t`Created`}>
          <Instant value={created_at} exact />
        </Fact>
      </dl>
    </TitledSection>
  );
};
