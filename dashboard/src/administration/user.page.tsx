import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Tabs } from '@mantine/core';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, ROLES } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import type { FieldSpec } from '../ui/fields.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { Person } from '../ui/people.tsx';
import { type Change, Section } from '../ui/section.tsx';
import { Instant } from '../ui/time.tsx';
import { Trail } from '../ui/trail.tsx';
import { HandOverDialog } from './deactivate-dialog.tsx';
import { openWorkQuery, toAssigned } from './open-work.queries.ts';
import { OpenWorkList } from './open-work.tsx';
import { refreshUser, saveUser, type User, userQuery } from './user.queries.ts';
import { UserHeader } from './user-header.tsx';

const UserPage = () => {
  const { t } = useLingui();
  const { userId } = Route.useParams();
  const { tab = 'work' } = Route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: user } = useSuspenseQuery(userQuery(userId));
  const mayWrite = useRight('admin:write');
  useWindowTitle(user.name);

  const save = async (change: Change) => {
    await saveUser(userId, change);
    await refreshUser(queries, userId);
  };
  const specs: FieldSpec[] = [
    { path: 'name', label: t`Name`, kind: 'text', isRequired: true },
    { path: 'role', label: t`Role`, kind: 'choice', choices: choices(ROLES), isRequired: true },
  ];
  const open = (next: string | null) =>
    navigate({
      to: '/administration/users/$userId',
      params: { userId },
      search: next === 'history' ? { tab: next } : {},
      replace: true,
    });
  return (
    <article className="page record">
      <UserHeader user={user} />
      <div className="record-columns">
        <div className="record-main">
          <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} activateTabWithKeyboard={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="work">{t`Open work`}</Tabs.Tab>
              <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="work">
              <OpenWorkTab user={user} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <Trail recordId={userId} />
            </Tabs.Panel>
          </Tabs>
        </div>
        <aside className="record-aside" aria-label={t`Properties`}>
          <Section
            name="profile"
            title={t`Profile`}
            specs={specs}
            record={user}
            hindrance={mayWrite ? null : t`Your role reads users and does not change them.`}
            save={save}
            reload={() => queries.fetchQuery({ ...userQuery(userId), staleTime: 0 })}
          />
          <section className="section" aria-label={t`Account`}>
            <h2 className="section-title">{t`Account`}</h2>
            <dl className="fields">
              <div>
                <dt>{t`Created`}</dt>
                <dd>
                  <Instant value={user.created_at} />
                </dd>
              </div>
              <div>
                <dt>{t`By`}</dt>
                <dd>
                  <Person id={user.created_by} />
                </dd>
              </div>
              <div>
                <dt>{t`Changed`}</dt>
                <dd>
                  <Instant value={user.updated_at} />
                </dd>
              </div>
            </dl>
          </section>
        </aside>
      </div>
    </article>
  );
};

const OpenWorkTab = ({ user }: { user: User }) => {
  const mayHandOver = useRight('quality-events:write');
  const work = useQuery(openWorkQuery(user.id));
  const [isHandingOver, setHandingOver] = useState(false);
  return (
    <Part query={work} lines={6}>
      {(open) => {
        const assigned = toAssigned(open);
        return (
          <>
            <OpenWorkList work={open} />
            {mayHandOver && assigned.length > 0 && (
              <Button variant="default" mt="md" onClick={() => setHandingOver(true)}>
                <Trans>Hand over to a colleague…</Trans>
              </Button>
            )}
            {isHandingOver && <HandOverDialog user={user} assigned={assigned} onClose={() => setHandingOver(false)} />}
          </>
        );
      }}
    </Part>
  );
};

export const Route = createLazyRoute('/administration/users/$userId')({ component: UserPage });
