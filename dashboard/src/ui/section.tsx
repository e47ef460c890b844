import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { hasCode } from '../session/api-error.ts';
import { makeError } from '../session/client.ts';
import { useReadOnly, useSession } from '../session/session.ts';
import { ErrorNotice } from './error-notice.tsx';
import { type FieldSpec, FieldValue, FormField, nested, toChanges, typedAt, valueAt } from './fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useStoredDraft } from './use-draft.ts';
import { useVersionedForm } from './use-versioned-form.tsx';

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
  const isReadOnly = useReadOnly();
  const draft = useStoredDraft(`${record.id}:${name}`);
  const [isEditing, setEditing] = useState(() => hindrance === null && draft.read() !== null);
  return (
    <section className="section" aria-label={title}>
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h3">
          {title}
        </Title>
        {!isEditing && !isReadOnly && (
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
      {isEditing && !isReadOnly ? (
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
  nested(new Map(specs.map((spec) => [spec.path, typedAt(spec, record)])));

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
  const isReasonAsked = useSession().organization.strict_mode || needsReason;
  const [reason, setReason] = useState<string | null>(isReasonAsked ? '' : null);
  const { form, wasRestored, fault, submit, discard, conflict } = useVersionedForm<Rec, FieldValues>({
    name: `${record.id}:${name}`,
    record,
    specs,
    toValues: (from) => toTyped(specs, from),
    reload,
    save: async (values, from) => {
      const patch = toChanges(specs, values, from);
      if (patch.size === 0) return onEnd();
      if (needsReason && !reason?.trim()) throw makeError('reason_required', t`Say why this is changed.`);
      try {
        await save({ patch: nested(patch), ifMatch: from.version, reason: reason?.trim() || undefined });
      } catch (error) {
        if (hasCode(error, 'reason_required')) setReason((known) => known ?? '');
        throw error;
      }
      onEnd();
    },
  });
  const { isSubmitting, isDirty } = form.formState;

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <LeaveGuard when={isDirty && !isSubmitting} onLeave={discard} />
      <Stack gap="sm">
        {wasRestored && (
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
          <Button
            variant="default"
            onClick={() => {
              discard();
              onEnd();
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
      {conflict}
    </form>
  );
};
