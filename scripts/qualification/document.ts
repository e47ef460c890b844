import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  type Block,
  type Column,
  type PagedReport,
  type Row,
  writeReport,
} from '../../packages/table-export/src/index.ts';
import {
  type QualificationResult,
  toResult,
} from '../../services/audit/src/system-qualification/system-qualification.ts';
import type { Requirement, Risk } from './requirement.ts';
import { countOutcomes, type StepResult } from './result.ts';
import { listSteps, type QualificationRun } from './run.ts';
import type { Answer, TraceRow } from './traceability.ts';

const heading = (text: string, level: 1 | 2 = 2): Block => ({ kind: 'heading', text, level });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const table = (columns: readonly Column[], rows: readonly Row[]): Block => ({ kind: 'table', columns, rows });
const text = (key: string, title: string, width: number): Column => ({ key, title, kind: 'text', width });
const code = (key: string, title: string, width: number): Column => ({ key, title, kind: 'code', width });

const ANSWERS: Record<Answer, string> = {
  passed: 'Passed',
  failed: 'FAILED',
  open: 'Open',
  release_tests: 'Tests of the release',
  organisation: 'Organisation',
  not_covered: 'NOT COVERED',
};

const RESULTS: Record<QualificationResult, string> = {
  passed: 'Passed: every step has passed.',
  passed_with_open_steps: 'Passed with open steps: no step has failed; those that could not be run are listed.',
  failed: 'FAILED: at least one step has failed; see the deviations.',
};

const describeCounts = (steps: readonly StepResult[]): string => {
  const { passed, failed, open } = countOutcomes(steps);
  return `${steps.length} steps: ${passed} passed, ${failed} failed, ${open} open`;
};

const STEP_COLUMNS = [
  code('id', 'Step', 11),
  text('title', 'Test', 34),
  text('action', 'Action', 34),
  text('expected', 'Expected', 24),
  text('actual', 'Actual', 30),
  text('outcome', 'Result', 9),
  text('who', 'Who, when, evidence', 24),
];

const describeEvidence = ({ audit_entries, request_ids }: StepResult): string => {
  if (audit_entries.length > 0) return `audit entry ${audit_entries.map(({ sequence }) => sequence).join(', ')}`;
  return request_ids.at(-1) ?? '';
};

const toStepRow = (step: StepResult): Row => {
  const { id, title, action, expected, actual, outcome, by, at, reason } = step;
  return {
    id,
    title,
    action,
    expected,
    actual: reason === null || outcome === 'passed' ? actual : `${actual} (${reason})`,
    outcome: ANSWERS[outcome],
    who: [by?.replace(/ \(.*\)$/, '') ?? 'No credential', at, describeEvidence(step)].filter(Boolean).join(', '),
  };
};

const stepBlocks = (title: string, purpose: string, steps: readonly StepResult[]): Block[] => [
  heading(title),
  paragraph(`${purpose} ${describeCounts(steps)}.`),
  table(STEP_COLUMNS, steps.map(toStepRow)),
];

const KINDS: Record<Requirement['kind'], string> = {
  rule: 'Rules of the interface specification',
  endpoint: 'Endpoints',
  clause: 'Clauses of 21 CFR Part 11 and EU GMP Annex 11',
};

const requirementBlocks = (requirements: readonly Requirement[]): Block[] => [
  heading('Requirements', 1),
  ...(['rule', 'endpoint', 'clause'] as const).flatMap((kind): Block[] => [
    heading(KINDS[kind]),
    table(
      [code('id', 'Id', 24), text('text', 'Requirement', 90), code('risk', 'Risk', 6)],
      requirements.filter((one) => one.kind === kind).map(({ id, text: what, risk }) => ({ id, text: what, risk })),
    ),
  ]),
];

const riskBlocks = (risks: Record<string, Risk>): Block[] => [
  heading('Risk assessment', 1),
  paragraph(
    'By area, after GAMP 5: category 4 is a configured product, 5 a custom one. Impact on patient, product quality and data ' +
      'integrity; detection: how likely a fault is seen before it harms. The organisation reviews this for its intended use.',
  ),
  table(
    [
      code('id', 'Risk', 6),
      text('area', 'Area', 18),
      text('category', 'GAMP', 6),
      text('patient', 'Patient', 8),
      text('product', 'Product', 8),
      text('data', 'Data', 8),
      text('detection', 'Detection', 9),
      text('hazard', 'Hazard', 36),
      text('control', 'Control', 50),
    ],
    Object.entries(risks).map(([id, risk]) => ({ id, ...risk, category: String(risk.category) })),
  ),
];

const describeSteps = (steps: readonly string[]): string => {
  const shown = steps.slice(0, 6).join(', ');
  return steps.length > 6 ? `${shown} and ${steps.length - 6} more` : shown;
};

const traceBlocks = (rows: readonly TraceRow[]): Block[] => [
  heading('Traceability matrix', 1),
  paragraph(
    'Each requirement with its risk, the steps that show it, the result, and the evidence in the system. "Tests of the release": ' +
      'shown by the tests that docs/compliance.md names. "Organisation": answered by procedures of the organisation.',
  ),
  table(
    [
      code('id', 'Requirement', 24),
      text('risk', 'Risk', 16),
      text('steps', 'Steps', 38),
      text('answer', 'Result', 12),
      text('evidence', 'Evidence', 50),
    ],
    rows.map(({ requirement, risk, steps, answer, evidence, organisation }) => ({
      id: requirement.id,
      risk: `${requirement.risk}: data ${risk.data}`,
      steps: steps.length === 0 ? requirement.releaseTests.slice(0, 3).join('; ') : describeSteps(steps),
      answer: ANSWERS[answer],
      evidence: [evidence, organisation && `Organisation: ${organisation}`].filter(Boolean).join('. '),
    })),
  ),
];

/** A line to write on. */
const LINE = '_'.repeat(28);

const assessBlocks = (title: string, none: string, steps: readonly StepResult[]): Block[] => [
  heading(title, 1),
  steps.length === 0
    ? paragraph(none)
    : table(
        [
          code('id', 'Step', 11),
          text('title', 'Test', 34),
          text('reason', 'What was found', 50),
          text('assessment', 'Assessment by the organisation', 28),
          text('signed', 'Name, date, signature', 28),
        ],
        steps.map(({ id, title: test, reason }) => ({ id, title: test, reason, assessment: LINE, signed: LINE })),
      ),
];

const approvalBlocks = (): Block[] => [
  heading('Approval of this report', 1),
  paragraph('By signing, each person states that they have read this report and agree with its result.'),
  table(
    [text('role', 'Role', 40), text('name', 'Name', 40), text('date', 'Date', 24), text('signature', 'Signature', 50)],
    ['Validation lead', 'System owner', 'Process owner', 'Quality assurance'].map((role) => ({
      role,
      name: LINE,
      date: LINE.slice(0, 16),
      signature: LINE,
    })),
  ),
];

/** The report of a run, as pages. */
export const toQualificationDocument = (run: QualificationRun): PagedReport => {
  const steps = listSteps(run);
  const operational = run.protocols.filter(({ kind }) => kind === 'OQ');
  const performance = run.protocols.filter(({ kind }) => kind === 'PQ');
  const covered = run.trace.filter(({ answer }) => answer !== 'not_covered').length;
  return {
    title: 'Qualification of the quality and supplier compliance system',
    organisation: run.organisation,
    madeAt: run.completedAt,
    madeBy: run.madeBy,
    facts: [
      ['System', `${run.baseUrl}, version ${run.version}`],
      ['Run', run.run],
      ['From, to', `${run.startedAt.toISOString()} to ${run.completedAt.toISOString()}`],
      ['Records of the steps', `kept in ${run.sandbox}; their names carry ${run.run}`],
      ['Result', RESULTS[toResult(countOutcomes(steps))]],
      ['Steps', describeCounts(steps)],
      ['Installation qualification', describeCounts(run.installation)],
      ['Operational qualification', describeCounts(operational.flatMap((one) => one.steps))],
      ['Performance qualification', describeCounts(performance.flatMap((one) => one.steps))],
      ['Requirements', `${run.trace.length}, of which ${covered} are answered`],
    ],
    blocks: [
      heading('What this report is', 1),
      paragraph(
        'The result of one automatic run. Installation qualification (IQ) compares what is installed with what was declared; ' +
          'operational qualification (OQ) runs each requirement through the public interface; performance qualification (PQ) runs ' +
          "the organisation's own scenarios. A step that could not be run is open and counts as open, never as passed. The records, " +
          'signatures and audit entries that the steps made stay in the sandbox organisation as evidence. The checksum of this file ' +
          'stands in qualification.json, which is signed and can be verified offline.',
      ),
      ...assessBlocks(
        'Deviations of this run',
        'None: no step has failed.',
        steps.filter(({ outcome }) => outcome === 'failed'),
      ),
      ...assessBlocks(
        'Open steps',
        'None.',
        steps.filter(({ outcome }) => outcome === 'open'),
      ),
      ...approvalBlocks(),
      ...requirementBlocks(run.requirements),
      ...riskBlocks(run.risks),
      heading('Installation qualification', 1),
      table(STEP_COLUMNS, run.installation.map(toStepRow)),
      heading('Operational qualification', 1),
      ...operational.flatMap(({ protocol, steps: own }) =>
        stepBlocks(`${protocol.id}: ${protocol.title}`, protocol.purpose, own),
      ),
      heading('Performance qualification', 1),
      ...(performance.length === 0 ? [paragraph('No scenario was given.')] : []),
      ...performance.flatMap(({ protocol, steps: own }) =>
        stepBlocks(`${protocol.id}: ${protocol.title}`, protocol.purpose, own),
      ),
      ...traceBlocks(run.trace),
    ],
  };
};

/** Writes the report as PDF. */
export const writeQualificationPdf = (run: QualificationRun, file: string): Promise<void> =>
  pipeline(writeReport(toQualificationDocument(run)), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
