import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { wordFor } from '../i18n/vocabulary.ts';
import { ConflictDialog, type Settled, type Clash as ShownClash } from '../ui/conflict-dialog.tsx';
import { stateFacts, transitionFacts } from './changes.ts';
import { useValueWords } from './changes-table.tsx';
import { type Definition, listNextStates, type State, toDefinition, type Workflow } from './definition.ts';
import { type Clash, findDefinitionClashes, mergeDefinitions, type Unit } from './merge.ts';
import type { Base } from './use-editor.ts';
import { MEMBERS, nameIn, stateName } from './words.ts';

type Props = {
  base: Base;
  definition: Definition;
  newest: Workflow;
  onMerge: (merged: Definition) => void;
  onDiscard: () => void;
};

/** Says that a newer version was saved since the editing began, and merges both part by part. */
export const NewerVersion = ({ base, definition, newest, onMerge, onDiscard }: Props) => {
  const { t } = useLingui();
  const [clashes, setClashes] = useState<readonly Clash[] | null>(null);
  const describe = useUnitText(newest.states, definition.states);
  const theirs = toDefinition(newest);
  const mergeTaking = (units: readonly Unit[]) => {
    setClashes(null);
    onMerge(mergeDefinitions(base.definition, theirs, definition, new Set(units)));
  };
  const start = () => {
    const found = findDefinitionClashes(base.definition, theirs, definition);
    if (found.length === 0) mergeTaking([]);
    else setClashes(found);
  };
  const shown = (clashes ?? []).map(
    ({ unit, base: before, theirs: saved, mine }): ShownClash => ({
      spec: { path: unit, label: describe.name(unit), kind: 'text' },
      base: describe.value(unit, before),
      theirs: describe.value(unit, saved),
      mine: describe.value(unit, mine),
    }),
  );
  const settle = (chosen: ReadonlyMap<string, Settled>) =>
    mergeTaking([...chosen].filter(([, choice]) => choice === 'theirs').map(([path]) => path as Unit));
  return (
    <Alert color="yellow" variant="light" mb="md" role="alert">
      <Text size="sm" fw={600}>
        <Trans>Version {newest.version} was saved meanwhile</Trans>
      </Text>
      <Text size="sm">
        <Trans>
          What you changed is made from version {base.version}. Merge both before you save; nothing of yours is lost.
        </Trans>{' '}
        <Link
          to="/workflows/$workflowId/compare"
          params={{ workflowId: newest.id }}
          search={{ from: base.version, to: newest.version }}
          target="_blank"
        >
          {t`See what was changed`}
        </Link>
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={start}>
          <Trans>Merge with my changes</Trans>
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          <Trans>Discard my changes</Trans>
        </Button>
      </Group>
      {clashes && <ConflictDialog clashes={shown} onSettle={settle} onCancel={() => setClashes(null)} />}
    </Alert>
  );
};

/** The parts of a definition as people read them. */
const useUnitText = (theirs: Workflow['states'], mine: Workflow['states']) => {
  const { t } = useLingui();
  const states = [...mine, ...theirs];
  const words = useValueWords(states);
  const facts = (entries: object): string =>
    Object.entries(entries)
      .filter(([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0))
      .map(([member, value]) => `${wordFor(MEMBERS, member)}: ${words(member, value)}`)
      .join('; ');
  const stateText = (state: State): string =>
    [
      facts(stateFacts(state)),
      ...listNextStates(state).map((to) => `→ ${nameIn(states, to)} ${facts(transitionFacts(state, to))}`.trim()),
    ].join('\n');
  return {
    name: (unit: Unit): string => {
      if (!unit.startsWith('state ')) return wordFor(MEMBERS, unit);
      const id = unit.slice('state '.length);
      const state = states.find((one) => one.id === id);
      return t`State “${state ? stateName(state) : id}”`;
    },
    value: (unit: Unit, value: unknown): string => {
      if (value === undefined) return t`removed`;
      return unit.startsWith('state ') ? stateText(value as State) : words(unit, value);
    },
  };
};
