import type { QualityEventStatus } from '@qsc/contracts';
import { type Call, conflict } from '@qsc/service-kit/pure';
import type { Capa, EffectivenessCheck, EffectivenessOutcome } from './capa.ts';

/** The statuses in which the effectiveness of a CAPA can be recorded. */
export const CHECKED_IN: readonly QualityEventStatus[] = ['implementation', 'verification'];

/** A change of a check: what is left out stays, null removes. Who performed it and when is set by the service. */
export type CheckPatch = {
  due_date?: string | null | undefined;
  outcome?: EffectivenessOutcome | null | undefined;
  results?: string | null | undefined;
};

/** What PATCH changes of a CAPA beside the fields of every quality event; null removes. */
export type CapaPatch = {
  effectiveness_criteria?: string | null | undefined;
  effectiveness_check?: CheckPatch | null | undefined;
};

type Acting = Pick<Call, 'actor' | 'now'>;

const NO_CHECK: EffectivenessCheck = {
  due_date: null,
  outcome: null,
  results: null,
  performed_by: null,
  performed_at: null,
};

const performer = (before: EffectivenessCheck, outcome: EffectivenessOutcome | null, { actor, now }: Acting) => {
  if (outcome === before.outcome) return { performed_by: before.performed_by, performed_at: before.performed_at };
  if (outcome === null) return { performed_by: null, performed_at: null };
  return { performed_by: actor.id, performed_at: now.toISOString() };
};

const requireChecked = (status: QualityEventStatus): void => {
  if (CHECKED_IN.includes(status)) return;
  throw conflict(`The effectiveness of a CAPA is recorded in ${CHECKED_IN.join(' or ')}; this one is in ${status}.`, {
    status,
  });
};

/** The planned check of a new CAPA, with its due date alone. */
export const plannedCheck = ({ due_date }: { due_date?: string | null | undefined }): EffectivenessCheck => ({
  ...NO_CHECK,
  due_date: due_date ?? null,
});

const patchCheck = (before: EffectivenessCheck | null, patch: CheckPatch | null, acting: Acting) => {
  if (patch === null) return null;
  const known = before ?? NO_CHECK;
  const outcome = patch.outcome === undefined ? known.outcome : patch.outcome;
  return {
    due_date: patch.due_date === undefined ? known.due_date : patch.due_date,
    outcome,
    results: patch.results === undefined ? known.results : patch.results,
    ...performer(known, outcome, acting),
  };
};

/**
 * The CAPA with the patch merged into it. Throws `conflict` for an outcome before anything was implemented.
 * @param status the status that the CAPA is in before the change.
 */
export const patchCapa = (capa: Capa, patch: CapaPatch, { status, acting }: At): Capa => {
  const { effectiveness_criteria: criteria, effectiveness_check: check } = patch;
  const patched: Capa = {
    ...capa,
    effectiveness_criteria: criteria === undefined ? capa.effectiveness_criteria : criteria,
    effectiveness_check:
      check === undefined ? capa.effectiveness_check : patchCheck(capa.effectiveness_check, check, acting),
  };
  if (effectivenessOutcome(patched) !== effectivenessOutcome(capa)) requireChecked(status);
  return patched;
};

type At = { status: QualityEventStatus; acting: Acting };

/**
 * Throws `conflict` for an ineffective outcome in the same request as the transition into verification. That outcome sends a
 * CAPA back from verification, and the transition clears the outcome of an earlier verification.
 */
export const requireOutcomeInVerification = ({ effectiveness_check: check }: CapaPatch, toState: string): void => {
  if (toState !== 'verification' || check?.outcome !== 'ineffective') return;
  throw conflict('Record an ineffective outcome once the CAPA is in verification, not with the transition into it.', {
    requested_state: toState,
  });
};

/** The outcome of the effectiveness check; null while there is none. */
export const effectivenessOutcome = ({ effectiveness_check }: Capa): EffectivenessOutcome | null =>
  effectiveness_check?.outcome ?? null;

/**
 * The CAPA as it enters a status. An ineffective CAPA went back to implementation with that outcome. Its next verification
 * starts without it; the audit trail keeps it.
 */
export const capaEntering = (capa: Capa, status: QualityEventStatus): Capa => {
  const { effectiveness_check: check } = capa;
  if (status !== 'verification' || check?.outcome !== 'ineffective') return capa;
  return { ...capa, effectiveness_check: plannedCheck({ due_date: check.due_date }) };
};
