import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { hasCode } from '../session/api-error.ts';
import { makeError } from '../session/client.ts';
import { useSession } from '../session/session.ts';
import { type Clash, ConflictDialog, findClashes } from './conflict-dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { asSent, asTyped, type FieldSpec, FieldValue, FormField, nested, valueAt } from './fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useFormDraft, useStoredDraft } from './use-draft.ts';

/** A record with a version, as far as a section needs it. */
type Versioned = { id: string; version: number };

/** A change of a record: a merge patch, the version that it was made on, and the reason where one is asked for. */
export type Change = { patch: Record<string, unknown>; ifMatch: number; reason?: string | undefined };

type Props<Rec extends Versioned> = {
  name: string;
  title: string;
  specs: readonly FieldSpec[];
  record: Rec;
  /** Why it cannot be edited; null where it can. */
  hindrance: string | null;
  /** Whether a reason is asked for also where the organisation does not ask for one. */
  needsReason?: boolean;
  save: (change: Change) => Promise<unknown>;
  /** Reads the record as it is now, after a conflict. */
  reload: () => Promise<Rec>;
};

/** Some fields of a record, read and edited in place. What was being typed when the page was left is still there. */
export const Section = <Rec extends Versioned>(props: Props<Rec>) => {
  const { name, title, specs, record, hindrance } = props;
  const { t } = useLingui();
  const draft = useStoredDraft<FieldValues>(`${record.id}:${name}`);
  const [isEditing, setEditing] = useState(() => hindrance === null && draft.read() !== null);
  return (
    <section className="section" aria-label={title}>
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h3">
          {title}
        </Title>
        {!isEditing && (
          <Tooltip label={hindrance} disabled={hindrance === null}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              leftSection={<IconPencil size={14} aria-hidden />}
              data-disabled={hindrance !== null || undefined}
              aria-disabled={hindrance !== null}
              aria-label={hindrance === null ? t`Edit ${title}` : t`Edit ${title}: ${hindrance}`}
              onClick={() => hindrance === null && setEditing(true)}
            >
              <Trans>Edit</Trans>
            </Button>
          </Tooltip>
        )}
      </Group>
      {isEditing ? (
        <SectionForm {...props} onEnd={() => setEditing(false)} />
      ) : (
        <dl className={specs.length === 1 ? 'fields fields-single' : 'fields'}>
          {specs.map((spec) => (
            <div key={spec.path}>
              <dt className={specs.length === 1 ? 'visually-hidden' : undefined}>{spec.label}</dt>
              <dd>
                <FieldValue spec={spec} value={valueAt(record, spec.path)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
};

const toTyped = (specs: readonly FieldSpec[], record: unknown): FieldValues =>
  nested(new Map(specs.map((spec) => [spec.path, asTyped(spec, valueAt(record, spec.path))])));

const SectionForm = <Rec extends Versioned>({
  name,
  specs,
  record,
  needsReason = false,
  save,
  reload,
  onEnd,
}: Props<Rec> & { onEnd: () => void }) => {
  const { t } = useLingui();
  const draftName = `${record.id}:${name}`;
  const draft = useStoredDraft<FieldValues>(draftName);
  /** The record as it was when editing began: what is typed is a change of that. */
  const [base, setBase] = useState(record);
  const [restored] = useState(draft.read);
  const [fault, setFault] = useState<unknown>(null);
  const [clashes, setClashes] = useState<{ found: Clash[]; theirs: Rec } | null>(null);
  const isReasonAsked = useSession().organization.strict_mode || needsReason;
  const [reason, setReason] = useState<string | null>(isReasonAsked ? '' : null);
  const form = useForm<FieldValues>({
    defaultValues: toTyped(specs, record),
    ...(restored ? { values: restored } : {}),
  });
  useFormDraft(draftName, form);
  const { isSubmitting } = form.formState;
  const isDirty = form.formState.isDirty || restored !== null;

  const end = () => {
    draft.erase();
    onEnd();
  };

  const changed = (values: FieldValues, from: Rec): Map<string, unknown> => {
    const patch = new Map<string, unknown>();
    for (const spec of specs) {
      const typed = valueAt(values, spec.path);
      if (JSON.stringify(typed) !== JSON.stringify(asTyped(spec, valueAt(from, spec.path))))
        patch.set(spec.path, asSent(spec, typed));
    }
    return patch;
  };

  const send = async (values: FieldValues, from: Rec): Promise<void> => {
    setFault(null);
    const patch = changed(values, from);
    if (patch.size === 0) return end();
    if (needsReason && !reason?.trim()) return setFault(makeError('reason_required', t`Say why this is changed.`));
    try {
      await save({ patch: nested(patch), ifMatch: from.version, reason: reason?.trim() || undefined });
      end();
    } catch (error) {
      if (hasCode(error, 'precondition_failed')) {
        const theirs = await reload();
        return setClashes({ found: findClashes(specs, from, theirs, values), theirs });
      }
      if (hasCode(error, 'reason_required')) setReason((known) => known ?? '');
      setFault(error);
    }
  };

  const settle = async (chosen: ReadonlyMap<string, unknown>) => {
    if (clashes === null) return;
    const { theirs } = clashes;
    for (const [path, value] of chosen) form.setValue(path, value, { shouldDirty: true });
    // What nobody typed here follows the record as it is now.
    for (const spec of specs) {
      const isMine = changed(form.getValues(), base).has(spec.path);
      if (!isMine && !chosen.has(spec.path)) form.setValue(spec.path, asTyped(spec, valueAt(theirs, spec.path)));
    }
    setBase(theirs);
    setClashes(null);
    await send(form.getValues(), theirs);
  };

  return (
    <form noValidate onSubmit={form.handleSubmit((values) => send(values, base))}>
      <LeaveGuard when={isDirty && !isSubmitting} onLeave={draft.erase} />
      <Stack gap="sm">
        {restored !== null && (
          <Text size="xs" c="dimmed">
            <Trans>What you typed before is still here. Cancel discards it.</Trans>
          </Text>
        )}
        {specs.map((spec, index) => (
          <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
        ))}
        {reason !== null && (
          <TextInput
            label={t`Reason for the change`}
            required
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {fault !== null && <ErrorNotice error={fault} />}
        <Group gap="xs">
          <Button type="submit" loading={isSubmitting}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="default" onClick={end}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
      {clashes && <ConflictDialog clashes={clashes.found} onSettle={settle} onCancel={() => setClashes(null)} />}
    </form>
  );
};
