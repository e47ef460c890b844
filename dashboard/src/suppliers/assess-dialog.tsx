import { Trans, useLingui } from '@lingui/react/macro';
import { NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { RISK_CATEGORIES, wordFor } from '../i18n/vocabulary.ts';
import { useSession } from '../session/session.ts';
import { dayIn } from '../ui/day.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { computeScore, levelOfScore, RISK_CATEGORY_NAMES, RISK_WEIGHTS, type RiskCategory } from './qualification.ts';
import { RiskLevel } from './risk-level.tsx';
import { assessRisk, type Risk, refreshSupplier, type Supplier } from './supplier.queries.ts';

type Props = { supplier: Supplier; risk: Risk; onClose: () => void };

/** Assesses the risk of a supplier; the score that the factors come to is shown while they are typed. */
export const AssessDialog = ({ supplier, risk, onClose }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { organization } = useSession();
  const today = dayIn(organization.time_zone);
  const [scores, setScores] = useState<ReadonlyMap<RiskCategory, number>>(
    new Map(risk.factors.map(({ category, score }) => [category, Math.round(score)])),
  );
  const [day, setDay] = useState(today);
  const [notes, setNotes] = useState('');
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const score = computeScore(scores);

  const change = (category: RiskCategory, value: number | string) => {
    const next = new Map(scores);
    if (value === '') next.delete(category);
    else next.set(category, Number(value));
    setScores(next);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    const factors = [...scores].map(([category, value]) => ({ category, score: value }));
    const body = { assessment_date: day, factors, ...(notes.trim() ? { notes: notes.trim() } : {}) };
    try {
      await assessRisk(supplier.id, body, reason.trim() || undefined);
      onClose();
      await refreshSupplier(queries, supplier.id);
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`Assess the risk of ${supplier.name}`} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <div className="two-columns">
            {RISK_CATEGORY_NAMES.map((category) => (
              <NumberInput
                key={category}
                label={wordFor(RISK_CATEGORIES, category)}
                description={t`Weight ${RISK_WEIGHTS[category]} %; 0 is no risk, 100 the highest`}
                min={0}
                max={100}
                allowDecimal={false}
                clampBehavior="strict"
                value={scores.get(category) ?? ''}
                onChange={(value) => change(category, value)}
              />
            ))}
          </div>
          <div className="risk-head" role="status">
            <span className="risk-score">{score ?? '–'}</span>
            <span>
              {score === null ? <Trans>Give at least one factor.</Trans> : <RiskLevel level={levelOfScore(score)} />}
              <br />
              <span className="none">
                <Trans>Now {risk.risk_score}. Weights count among the factors that are given.</Trans>
              </span>
            </span>
          </div>
          <TextInput
            type="date"
            label={t`Assessed on`}
            required
            max={today}
            maw={180}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Textarea
            label={t`Notes`}
            maxLength={200}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          {organization.strict_mode && (
            <TextInput
              label={t`Reason for the change`}
              required
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons onCancel={onClose} isBusy={isBusy} isDisabled={score === null}>
            <Trans>Record the assessment</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
