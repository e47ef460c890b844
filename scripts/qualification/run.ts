import type { Client } from '@qsc/client';
import { addAuditEvidence } from './evidence.ts';
import type { Protocol } from './protocol.ts';
import type { Requirement, Risk } from './requirement.ts';
import type { StepResult } from './result.ts';
import type { makeRunner } from './runner.ts';
import type { TraceRow } from './traceability.ts';

/** A qualification that was run: what the pack tells. */
export type QualificationRun = {
  run: string;
  baseUrl: string;
  version: string;
  /** The organisation that is qualified, and the one whose records the steps made. */
  organisation: string;
  sandbox: string;
  startedAt: Date;
  completedAt: Date;
  madeBy: string;
  requirements: readonly Requirement[];
  risks: Record<string, Risk>;
  installation: readonly StepResult[];
  protocols: readonly (PlannedProtocol & { steps: readonly StepResult[] })[];
  trace: readonly TraceRow[];
  /** Requirements that nothing answers, as open steps. */
  holes: readonly StepResult[];
};

/** All steps of a run. */
export const listSteps = ({
  installation,
  protocols,
  holes,
}: Pick<QualificationRun, 'installation' | 'protocols' | 'holes'>): StepResult[] => [
  ...installation,
  ...protocols.flatMap(({ steps }) => steps),
  ...holes,
];

/** A protocol to run, and as part of what: operational or performance qualification. */
export type PlannedProtocol = { protocol: Protocol; kind: 'OQ' | 'PQ' };

type Parts = {
  runner: ReturnType<typeof makeRunner>;
  /** Reads the audit log of the sandbox. */
  client: Client;
  startedAt: Date;
  say: (line: string) => void;
};

/** Runs the protocols one after the other and adds the audit entries that each step caused. */
export const runProtocols = async (
  protocols: readonly PlannedProtocol[],
  { runner, client, startedAt, say }: Parts,
): Promise<QualificationRun['protocols']> => {
  const run: (PlannedProtocol & { steps: StepResult[] })[] = [];
  for (const { protocol, kind } of protocols) {
    say(`${kind}  ${protocol.title}`);
    run.push({ protocol, kind, steps: await runner.runProtocol(protocol) });
  }
  await addAuditEvidence(
    client,
    startedAt,
    run.flatMap(({ steps }) => steps),
  );
  return run;
};
