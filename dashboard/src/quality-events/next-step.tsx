import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { useReadOnly, useSession } from '../session/session.ts';
import { nameIn } from '../workflows/words.ts';
import type { AvailableTransition, Workflow, WorkflowInstance } from './quality-event.queries.ts';
import { type MovedRecord, TransitionDialog } from './transition-dialog.tsx';

type Props = {
  record: MovedRecord;
  /** What the record is called in the sentence that is signed. */
  name: string;
  instance: UseQueryResult<WorkflowInstance>;
  workflow: Workflow | undefined;
  /** Reads again what a transition changes; gives the record as it is now. */
  refresh: () => Promise<MovedRecord>;
};

/** Where the record can go from here: the usual way as a button, every way with what it needs in the menu. */
export const NextStep = ({ record, name, instance, workflow, refresh }: Props) => {
  const { t } = useLingui();
  const { rights, user } = useSession();
  const isReadOnly = useReadOnly();
  const [chosen, setChosen] = useState<AvailableTransition | null>(null);
  const ways = instance.data?.available_transitions ?? [];
  const [first, ...others] = ways;
  if (isReadOnly || !first || !instance.data || instance.data.approval) return null;

  const toStateName = (id: string): string => nameIn(workflow?.states ?? [], id);
  const whyNot = ({ roles }: AvailableTransition): string | null => {
    if (!rights.includes('workflows:execute')) return t`Your role does not move records.`;
    if (roles.length > 0 && !roles.includes(user.role))
      return t`This needs the role ${roles.map((role) => wordFor(ROLES, role)).join(', ')}.`;
    return null;
  };
  const need = ({ requires_fields, requires_signature }: AvailableTransition): string =>
    [
      requires_fields.length > 0
        ? plural(requires_fields.length, { one: '# required field', other: '# required fields' })
        : null,
      requires_signature ? t`signature` : null,
    ]
      .filter((part) => part !== null)
      .join(', ');
  const hindrance = whyNot(first);

  return (
    <div className="next-step">
      <Button.Group>
        <Tooltip label={hindrance} disabled={hindrance === null}>
          <Button
            data-disabled={hindrance !== null || undefined}
            aria-disabled={hindrance !== null}
            aria-description={hindrance ?? undefined}
            onClick={() => hindrance === null && setChosen(first)}
          >
            <Trans>Next: {toStateName(first.to_state)}</Trans>
          </Button>
        </Tooltip>
        {others.length > 0 && (
          <Menu position="bottom-end" width={280}>
            <Menu.Target>
              <Button px={6} aria-label={t`Other steps`} className="next-other">
                <IconChevronDown size={15} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {ways.map((way) => {
                const why = whyNot(way);
                return (
                  <Menu.Item key={way.to_state} disabled={why !== null} onClick={() => setChosen(way)}>
                    <span className="way">{toStateName(way.to_state)}</span>
                    <span className="way-need">{why ?? need(way)}</span>
                  </Menu.Item>
                );
              })}
            </Menu.Dropdown>
          </Menu>
        )}
      </Button.Group>
      {chosen && (
        <TransitionDialog
          record={record}
          name={name}
          refresh={refresh}
          way={chosen}
          stateName={toStateName(chosen.to_state)}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
};
