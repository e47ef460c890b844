import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Progress, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addDays, dayIn, endOfDay, startOfDay } from '../ui/day.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type FieldSpec, FormField } from '../ui/fields.tsx';
import { usePlace } from '../ui/time.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { makeReport, reportQuery, type SectionName } from './report.queries.ts';
import { SECTIONS } from './report-words.ts';

type Typed = { from: string; to: string; sections: SectionName[] };

const DRAFT = 'compliance-report';
const USUAL_DAYS = 90;

/** The period and the sections of a new report, and its making. */
export const ReportForm = () => {
  const { t, i18n } = useLingui();
  const { zone } = usePlace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [fault, setFault] = useState<unknown>(null);
  // The same request again answers the same report; another one has another key.
  const [sent, setSent] = useState({ text: '', key: '' });
  const today = dayIn(zone);
  const draft = useStoredDraft<Typed>(DRAFT);
  const form = useForm<Typed>({
    defaultValues: { from: addDays(today, -USUAL_DAYS), to: today, sections: [], ...draft.read() },
  });
  useFormDraft(DRAFT, form);
  const { isSubmitting } = form.formState;
  const days: FieldSpec[] = [
    { path: 'from', label: t`From`, kind: 'day', isRequired: true },
    { path: 'to', label: t`Until`, kind: 'day', isRequired: true },
  ];
  const sections: FieldSpec = {
    path: 'sections',
    label: t`Sections`,
    kind: 'several',
    choices: SECTIONS.map(({ name, label, clauses }) => ({ value: name, label: `${i18n._(label)} · ${clauses}` })),
    description: t`All where none is chosen`,
  };

  const submit = async (typed: Typed) => {
    setFault(null);
    if (typed.from > typed.to) return form.setError('to', { message: t`The period ends before it begins.` });
    if (typed.from > today) return form.setError('from', { message: t`The period has not begun.` });
    const text = JSON.stringify(typed);
    const key = fault !== null && sent.text === text ? sent.key : crypto.randomUUID();
    setSent({ text, key });
    try {
      const report = await makeReport(
        {
          from: startOfDay(typed.from, zone),
          to: endOfDay(typed.to, zone),
          ...(typed.sections.length > 0 ? { include_sections: typed.sections } : {}),
        },
        key,
      );
      draft.erase();
      queries.setQueryData(reportQuery(report.report_id).queryKey, report);
      await queries.invalidateQueries({ queryKey: ['audit', 'reports'] });
      await navigate({ to: '/inspection/reports/$reportId', params: { reportId: report.report_id } });
    } catch (error) {
      setFault(error);
    }
  };

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Stack maw={640}>
        <Group align="flex-start">
          {days.map((spec) => (
            <FormField key={spec.path} control={form.control} spec={spec} />
          ))}
        </Group>
        <FormField control={form.control} spec={sections} />
        <div role="status">
          {isSubmitting && (
            <>
              <Progress value={100} animated striped aria-label={t`The report is being made`} />
              <p className="none">
                <Trans>
                  Signatures and entries are verified again. A long period takes some minutes; stay on this page until
                  then.
                </Trans>
              </p>
            </>
          )}
        </div>
        {fault !== null && <ErrorNotice error={fault} />}
        <Group>
          <Button type="submit" loading={isSubmitting}>
            <Trans>Make the report</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
