import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { delegate, delegationsQuery, endDelegation } from '../approvals/approval.queries.ts';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { dayIn, endOfDay, startOfDay } from '../ui/day.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { PersonSelect } from '../ui/person-select.tsx';
import { Instant } from '../ui/time.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { useRight, useSession } from './session.ts';

const AccountPage = () => {
  const { t } = useLingui();
  const { user, organization, ends_at } = useSession();
  const mayDecide = useRight('workflows:execute');
  return (
    <Page title={t`My account`}>
      <section className="section" aria-label={t`Who I am`}>
        <dl className="fields">
          <div>
            <dt>{t`Name`}</dt>
            <dd>{user.name}</dd>
          </div>
          <div>
            <dt>{t`User name`}</dt>
            <dd>{user.email}</dd>
          </div>
          <div>
            <dt>{t`Role`}</dt>
            <dd>{wordFor(ROLES, user.role)}</dd>
          </div>
          <div>
            <dt>{t`Organisation`}</dt>
            <dd>{organization.name}</dd>
          </div>
          <div>
            <dt>{t`Time zone`}</dt>
            <dd>{organization.time_zone}</dd>
          </div>
          <div>
            <dt>{t`Signed in until`}</dt>
            <dd>
              <Instant value={ends_at} exact />
            </dd>
          </div>
        </dl>
      </section>
      {mayDecide && <Delegations />}
      <OwnSessions />
      <section className="section" aria-label={t`Password`}>
        <h2 className="section-title">
          <Trans>Password</Trans>
        </h2>
        <ChangePassword />
      </section>
    </Page>
  );
};

/** To whom the user hands approvals, from when to when. */
const Delegations = () => {
  const { t } = useLingui();
  const { user, organization } = useSession();
  const queries = useQueryClient();
  const query = useQuery(delegationsQuery(user.id));
  const [to, setTo] = useState<string | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { time_zone } = organization;
  const today = dayIn(time_zone);

  /** Whether it was done. */
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFault(null);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: ['delegations'] });
      return true;
    } catch (error) {
      setFault(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const [from = '', until = '', reason = ''] = ['from', 'to', 'reason'].map((name) => String(data.get(name)));
    const period = { from: startOfDay(from, time_zone), to: endOfDay(until, time_zone) };
    if (!(await act(() => delegate({ delegate_id: to ?? '', ...period, reason })))) return;
    form.reset();
    setTo(null);
  };

  return (
    <section className="section" aria-label={t`Delegation`}>
      <h2 className="section-title">
        <Trans>Delegation</Trans>
      </h2>
      <Text size="sm" c="dimmed" mb="xs">
        <Trans>A colleague decides on approvals in your place, from the first to the last day ({time_zone}).</Trans>
      </Text>
      <Part query={query} lines={1}>
        {(delegations) => (
          <ul className="related">
            {delegations.map(({ id, delegate_name, from, to: until, reason }) => (
              <li key={id}>
                <strong>{delegate_name}</strong>
                <span>
                  <Instant value={from} exact /> – <Instant value={until} exact />
                </span>
                <span className="none">{reason}</span>
                {Date.parse(until) > Date.now() && (
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-xs"
                    disabled={isBusy}
                    onClick={() => void act(() => endDelegation(id, t`Ended by who gave it`))}
                  >
                    <Trans>End it</Trans>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={480} mt="sm">
          <PersonSelect label={t`Colleague`} value={to} onChange={setTo} required />
          <Group gap="sm">
            <TextInput type="date" name="from" label={t`From`} required defaultValue={today} />
            <TextInput type="date" name="to" label={t`Until`} required min={today} />
          </Group>
          <TextInput name="reason" label={t`Reason`} required maxLength={1000} />
          {fault !== null && <ErrorNotice error={fault} />}
          <Button
            type="submit"
            variant="default"
            loading={isBusy}
            disabled={to === null}
            style={{ alignSelf: 'flex-start' }}
          >
            <Trans>Hand over my approvals</Trans>
          </Button>
        </Stack>
      </form>
    </section>
  );
};

export const Route = createLazyRoute('/account')({ component: AccountPage });
