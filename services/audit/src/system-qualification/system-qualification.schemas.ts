import { exampleId, visibleText } from '@qsc/contracts';
import { Instant, listQuery, Moment } from '@qsc/service-kit';
import { z } from 'zod';
import { RESULTS, toResult } from './system-qualification.ts';

const MAX_FILES = 50;

const Count = z.number().int().min(0).max(1_000_000);

const StepCounts = z
  .strictObject({
    passed: Count,
    failed: Count,
    open: Count.meta({ description: 'Steps that could not be run; they never count as passed.' }),
  })
  .meta({ id: 'QualificationSteps', description: 'How the steps of a run ended.' });

const QualificationFile = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
    size_bytes: z.number().int().min(0),
    checksum: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  })
  .meta({ id: 'QualificationFile', description: 'A file of the pack.' });

const System = z.strictObject({ base_url: z.url().max(500), version: visibleText(200) });

const Result = z.enum(RESULTS);

/** What a run reports of itself. */
export const NewSystemQualification = z
  .strictObject({
    run: z
      .string()
      .regex(/^[a-z0-9-]{4,40}$/)
      .meta({ description: 'The id of the run, as its records carry it.' }),
    started_at: Moment,
    completed_at: Moment,
    system: System,
    result: Result,
    steps: StepCounts,
    files: z.array(QualificationFile).min(1).max(MAX_FILES),
  })
  .refine(({ started_at, completed_at }) => started_at <= completed_at, {
    path: ['completed_at'],
    message: 'The run ends before it starts',
  })
  .refine(({ result, steps }) => result === toResult(steps), {
    path: ['result'],
    message: 'One failed step fails the run; with open steps and none failed it is passed_with_open_steps',
  })
  .meta({ id: 'NewSystemQualification' });

export const SystemQualification = z
  .object({
    id: z.string(),
    run: z.string(),
    started_at: Instant,
    completed_at: Instant,
    system: System,
    result: Result,
    steps: StepCounts,
    files: z.array(QualificationFile),
    recorded_by: z.object({ id: z.string(), name: z.string() }),
    created_at: Instant,
    manifest: z.string().meta({ description: 'What is signed: the run with its files, in canonical JSON.' }),
    signature: z.string().meta({
      description: 'A detached JWS (EdDSA) over the manifest, by the key of exports; `scripts/verify-audit` checks it.',
    }),
  })
  .meta({ id: 'SystemQualification', description: 'A run that qualified the installed system.' });

export const SystemQualificationQuery = z.strictObject({ ...listQuery(['created_at']) });

export const SystemQualificationId = z.object({
  qualification_id: z
    .string()
    .min(1)
    .max(128)
    .meta({ description: 'The id of the run.', examples: [exampleId('systemQualification')] }),
});
