import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { asTyped, type FieldSpec, FieldValue, valueAt } from './fields.tsx';

/** One field that somebody changed meanwhile: what it was, what they made of it, and what was typed here. */
export type Clash = { spec: FieldSpec; base: unknown; theirs: unknown; mine: unknown };

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a form that were changed on the server since the form began. */
export const findClashes = (specs: readonly FieldSpec[], base: unknown, theirs: unknown, mine: unknown): Clash[] =>
  specs
    .map((spec) => ({
      spec,
      base: asTyped(spec, valueAt(base, spec.path)),
      theirs: asTyped(spec, valueAt(theirs, spec.path)),
      mine: asTyped(spec, valueAt(mine, spec.path)),
    }))
    .filter((clash) => !same(clash.base, clash.theirs) && !same(clash.mine, clash.theirs));

type Choice = 'mine' | 'theirs' | 'merged';

type Props = {
  clashes: readonly Clash[];
  onSettle: (values: ReadonlyMap<string, unknown>) => void;
  onCancel: () => void;
};

/** Shows field by field what another person saved meanwhile, and lets one take theirs, put one's own in place, or merge both. */
export const ConflictDialog = ({ clashes, onSettle, onCancel }: Props) => {
  const { t } = useLingui();
  const untouched = (clash: Clash) => same(clash.base, clash.mine);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [merged, setMerged] = useState<ReadonlyMap<string, string>>(new Map());
  const choiceFor = (clash: Clash): Choice | null =>
    choices.get(clash.spec.path) ?? (untouched(clash) ? 'theirs' : null);
  const isSettled = clashes.every((clash) => choiceFor(clash) !== null);

  const settle = () =>
    onSettle(
      new Map(
        clashes.map((clash) => {
          const choice = choiceFor(clash);
          const text = merged.get(clash.spec.path) ?? `${clash.theirs}\n\n${clash.mine}`;
          return [clash.spec.path, choice === 'mine' ? clash.mine : choice === 'merged' ? text : clash.theirs] as const;
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
