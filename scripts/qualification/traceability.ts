import type { Requirement, Risk } from './requirement.ts';
import type { Outcome, StepResult } from './result.ts';

/**
 * How a requirement is answered: by steps of the run (their outcome), by tests of the release (`release_tests`), or by procedures of
 * the organisation (`organisation`). `not_covered` is a hole.
 */
export type Answer = Outcome | 'release_tests' | 'organisation' | 'not_covered';

/** A row of the traceability matrix: requirement, risk, tests, result and evidence. */
export type TraceRow = {
  requirement: Requirement;
  risk: Risk;
  steps: string[];
  answer: Answer;
  /** Request ids and numbers of audit entries. */
  evidence: string;
  /** What stays with the organisation, whatever the steps show. */
  organisation: string;
};

const MOST_SHOWN = 3;

const toAnswer = ({ releaseTests, organisation }: Requirement, steps: readonly StepResult[]): Answer => {
  const outcomes = new Set(steps.map(({ outcome }) => outcome));
  if (outcomes.has('failed')) return 'failed';
  if (outcomes.has('open')) return 'open';
  if (outcomes.has('passed')) return 'passed';
  if (releaseTests.length > 0) return 'release_tests';
  return organisation === '' ? 'not_covered' : 'organisation';
};

const describeEvidence = (steps: readonly StepResult[]): string => {
  const entries = steps.flatMap(({ audit_entries }) => audit_entries.map(({ sequence }) => `audit entry ${sequence}`));
  const requests = steps.flatMap(({ request_ids }) => request_ids.map((id) => `request ${id}`));
  const shown = [...entries.slice(0, MOST_SHOWN), ...requests.slice(0, MOST_SHOWN)];
  const more = entries.length + requests.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

/** The traceability matrix of a run. Throws for a requirement whose area has no risk. */
export const traceRequirements = (
  requirements: readonly Requirement[],
  risks: Record<string, Risk>,
  steps: readonly StepResult[],
): TraceRow[] =>
  requirements.map((requirement) => {
    const risk = risks[requirement.risk];
    if (!risk) throw new Error(`The requirement ${requirement.id} has no risk.`);
    const own = steps.filter(({ covers }) => covers.includes(requirement.id));
    return {
      requirement,
      risk,
      steps: own.map(({ id }) => id),
      answer: toAnswer(requirement, own),
      evidence: describeEvidence(own),
      organisation: requirement.organisation,
    };
  });

/** The ids that steps say they show and that no requirement has. */
export const findUnknownRequirements = (
  requirements: readonly Pick<Requirement, 'id'>[],
  covered: readonly string[],
): string[] => {
  const known = new Set(requirements.map(({ id }) => id));
  return [...new Set(covered.filter((id) => !known.has(id)))];
};

/** An open step for each requirement that nothing answers, so that a hole never counts as passed. */
export const listHoles = (rows: readonly TraceRow[], at: Date): StepResult[] =>
  rows
    .filter(({ answer }) => answer === 'not_covered')
    .map(({ requirement }, index) => ({
      id: `TRACE-${String(index + 1).padStart(2, '0')}`,
      title: `${requirement.id} is shown by a step`,
      covers: [requirement.id],
      by: null,
      at: at.toISOString(),
      duration_ms: 0,
      action: 'Compute the traceability matrix',
      expected: 'a step',
      specification: 'a step',
      actual: 'none',
      outcome: 'open',
      reason: 'No step of the protocols shows this requirement.',
      request_ids: [],
      audit_entries: [],
      audit: null,
    }));
