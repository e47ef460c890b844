import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { type FieldSpec, FieldValue, isSame, typedAt } from './fields.tsx';

/** One field that somebody changed meanwhile: what it was, what they made of it, and what was typed here. */
export type Clash = { spec: FieldSpec; base: unknown; theirs: unknown; mine: unknown };

/** The fields of a form that were changed on the server since the form began. */
export const findClashes = (specs: readonly FieldSpec[], base: unknown, theirs: unknown, mine: unknown): Clash[] =>
  specs
    .map((spec) => ({
      spec,
      base: typedAt(spec, base),
      theirs: typedAt(spec, theirs),
      mine: typedAt(spec, mine),
    }))
    .filter((clash) => !isSame(clash.base, clash.theirs) && !isSame(clash.mine, clash.theirs));

type Choice = 'mine' | 'theirs' | 'merged';

/** What is to be saved of a field: one of both, or a text out of both. */
export type Settled = 'mine' | 'theirs' | { merged: string };

type Props = {
  clashes: readonly Clash[];
  onSettle: (chosen: ReadonlyMap<string, Settled>) => void;
  onCancel: () => void;
};

/** Shows field by field what another person saved meanwhile, and lets one take theirs, put one's own in place, or merge both. */
export const ConflictDialog = ({ clashes, onSettle, onCancel }: Props) => {
  const { t } = useLingui();
  const untouched = (clash: Clash) => isSame(clash.base, clash.mine);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [merged, setMerged] = useState<ReadonlyMap<string, string>>(new Map());
  const choiceFor = (clash: Clash): Choice | null =>
    choices.get(clash.spec.path) ?? (untouched(clash) ? 'theirs' : null);
  const isSettled = clashes.every((clash) => choiceFor(clash) !== null);

  const settle = () =>
    onSettle(
      new Map(
        clashes.map((clash) => {
          const choice = choiceFor(clash) ?? 'theirs';
          const text = merged.get(clash.spec.path) ?? `${clash.theirs}\n\n${clash.mine}`;
          return [clash.spec.path, choice === 'merged' ? { merged: text } : choice] as const;
        }),
      ),
    );

  return (
    <Dialog opened onClose={onCancel} size="xl" title={t`Somebody else saved this record meanwhile`}>
      <Stack gap="md">
        <Text size="sm">
          {clashes.length === 0 ? (
            <Trans>They changed nothing of what you see here, so your changes can be saved on top.</Trans>
          ) : (
            <Trans>Choose for each field what is to be saved. Nothing is saved until you do.</Trans>
          )}
        </Text>
        {clashes.map((clash) => {
          const { spec, theirs, mine } = clash;
          const choice = choiceFor(clash);
          const choose = (value: string) => setChoices(new Map(choices).set(spec.path, value as Choice));
          return (
            <Radio.Group key={spec.path} label={spec.label} value={choice} onChange={choose} className="clash">
              <Stack gap={6} mt={6}>
                <Radio value="theirs" label={t`Theirs`} description={<FieldValue spec={spec} value={theirs} />} />
                {!untouched(clash) && (
                  <Radio value="mine" label={t`Mine`} description={<FieldValue spec={spec} value={mine} />} />
                )}
                {spec.kind === 'long' && !untouched(clash) && <Radio value="merged" label={t`Both, merged by me`} />}
                {choice === 'merged' && (
                  <Textarea
                    aria-label={t`Merged text`}
                    value={merged.get(spec.path) ?? `${theirs}\n\n${mine}`}
                    onChange={(event) => setMerged(new Map(merged).set(spec.path, event.currentTarget.value))}
                  />
                )}
              </Stack>
            </Radio.Group>
          );
        })}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            <Trans>Go on editing</Trans>
          </Button>
          <Button onClick={settle} disabled={!isSettled}>
            <Trans>Save this choice</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
};
