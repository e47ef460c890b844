import { newId } from '@qsc/contracts';
import { type ActEnvelope, auditEvents } from '@qsc/contracts/events';
import { type Call, canonicalJson, type KeyRing, makeEvent } from '@qsc/service-kit/pure';

export const RESULTS = ['passed', 'passed_with_open_steps', 'failed'] as const;

export type QualificationResult = (typeof RESULTS)[number];

/** How the steps of a run ended. `open`: a step that could not be run. */
export type StepCounts = { passed: number; failed: number; open: number };

/** What a run reports of itself: the system, the result, and the files of its pack by their checksums. */
export type NewSystemQualification = {
  run: string;
  started_at: Date;
  completed_at: Date;
  system: { base_url: string; version: string };
  result: QualificationResult;
  steps: StepCounts;
  files: { name: string; size_bytes: number; checksum: string }[];
};

/** A run that qualified the installed system. It never changes. */
export type SystemQualification = NewSystemQualification & {
  id: string;
  org_id: string;
  recorded_by: { id: string; name: string };
  created_at: Date;
  /** What is signed: the run in canonical JSON (RFC 8785). */
  manifest: string;
  /** A detached JWS over the manifest (RFC 7515, appendix F; EdDSA). */
  signature: string;
};

/** The result that counts of steps mean: one failed step fails the run, and an open step never counts as passed. */
export const toResult = ({ failed, open }: StepCounts): QualificationResult => {
  if (failed > 0) return 'failed';
  return open > 0 ? 'passed_with_open_steps' : 'passed';
};

const toManifest = (run: Omit<SystemQualification, 'manifest' | 'signature'>): string => {
  const { started_at, completed_at, created_at, ...rest } = run;
  const instants = { started_at, completed_at, created_at };
  const texts = Object.fromEntries(Object.entries(instants).map(([name, date]) => [name, date.toISOString()]));
  return canonicalJson({ type: 'system_qualification', ...rest, ...texts });
};

/** The record of a run by the caller, signed, and its event. */
export const recordSystemQualification = (
  input: NewSystemQualification,
  { ring, type, call }: { ring: Pick<KeyRing, 'signDetached'>; type: string; call: Call },
): { qualification: SystemQualification; event: ActEnvelope } => {
  const recorded = {
    id: newId('systemQualification'),
    org_id: call.actor.org_id,
    ...input,
    recorded_by: { id: call.actor.id, name: call.actor.name },
    created_at: call.now,
  };
  const manifest = toManifest(recorded);
  const qualification = { ...recorded, manifest, signature: ring.signDetached(type, manifest) };
  return { qualification, event: toEvent(qualification, call) };
};

const toEvent = (qualification: SystemQualification, call: Call): ActEnvelope => {
  const { id, run, started_at, completed_at, system, result, steps, files } = qualification;
  const members = {
    run,
    started_at: started_at.toISOString(),
    completed_at: completed_at.toISOString(),
    version: system.version,
    result,
    ...steps,
    files: files.map(({ name, checksum }) => `${name} ${checksum}`),
  };
  return makeEvent(auditEvents.systemQualified, call, {
    audit: {
      action: 'create',
      entity_type: 'system_qualification',
      entity_id: id,
      entity_name: `Qualification of ${system.base_url}, run ${run}`,
      entity_version: 1,
      changes: Object.fromEntries(Object.entries(members).map(([path, to]) => [path, { from: null, to }])),
    },
    record: { id, result },
  });
};
