import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import { z } from 'zod';
import { RESULTS, type SystemQualification } from './system-qualification.ts';

/** Runs that qualified the system. They are only ever added. */
export const systemQualificationDefinition = defineCollection({
  name: 'audit_system_qualification',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    run: z.string(),
    started_at: z.date(),
    completed_at: z.date(),
    system: z.object({ base_url: z.string(), version: z.string() }),
    result: z.enum(RESULTS),
    steps: z.object({ passed: z.number().int(), failed: z.number().int(), open: z.number().int() }),
    files: z.array(z.object({ name: z.string(), size_bytes: z.number().int(), checksum: z.string() })),
    recorded_by: z.object({ id: z.string(), name: z.string() }),
    created_at: z.date(),
    manifest: z.string(),
    signature: z.string(),
  }),
  indexes: [{ keys: { org_id: 1, created_at: -1, _id: -1 } }],
});

export type StoredQualification = z.infer<typeof systemQualificationDefinition.shape>;

export type SystemQualificationCollection = Collection<StoredQualification>;

/** The run of a stored document. */
export const toSystemQualification = ({ _id, ...stored }: StoredQualification): SystemQualification => ({
  id: _id,
  ...stored,
});

/** The write that adds a run. */
export const insertSystemQualification = (
  rows: SystemQualificationCollection,
  { id, ...qualification }: SystemQualification,
): Change => insert(rows, { _id: id, ...qualification });

/** A run as a compliance report shows it. */
export type LastQualification = Pick<StoredQualification, 'result' | 'steps'> & {
  id: string;
  at: string;
  version: string;
};

/** Reads the newest run of an organisation; null where none is recorded. */
export const makeReadLastQualification =
  (rows: SystemQualificationCollection) =>
  async (org_id: string): Promise<LastQualification | null> => {
    const [newest] = await rows.find({ org_id }, { sort: { created_at: -1 }, limit: 1 });
    if (!newest) return null;
    const { _id, completed_at, result, steps, system } = newest;
    return { id: _id, at: completed_at.toISOString(), result, steps, version: system.version };
  };
