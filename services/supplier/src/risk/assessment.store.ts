import { type Change, type Collection, defineCollection, put } from '@qsc/service-kit';
import { z } from 'zod';
import { type Assessment, AssessmentRecord } from './assessment.ts';

export const assessmentDefinition = defineCollection({
  name: 'risk_assessment',
  shape: z.object({
    ...AssessmentRecord.omit({ id: true }).shape,
    _id: z.string(),
    org_id: z.string(),
    supplier_id: z.string(),
    assessed_at: z.date(),
    supplier_version: z.number().int(),
    version: z.number().int(),
  }),
  indexes: [{ keys: { org_id: 1, supplier_id: 1, supplier_version: -1 } }],
});

type Stored = z.infer<typeof assessmentDefinition.shape>;

export type AssessmentStore = {
  /** The latest one, which determines the risk of the supplier. */
  latest(orgId: string, supplierId: string): Promise<Assessment | null>;
  /** The assessments of a supplier; at most `limit`. */
  list(orgId: string, supplierId: string, limit: number): Promise<Assessment[]>;
  /** What an assessment writes here; nothing where it is stored already. For a decision. */
  store(assessment: Assessment): Promise<Change[]>;
};

const toAssessment = ({ _id, version: _version, ...assessment }: Stored): Assessment => ({ id: _id, ...assessment });

/** The risk assessments of suppliers. None is ever changed. */
export const makeAssessmentStore = (rows: Collection<Stored>): AssessmentStore => {
  const list: AssessmentStore['list'] = async (org_id, supplier_id, limit) =>
    (await rows.find({ org_id, supplier_id }, { sort: { supplier_version: -1 }, limit })).map((row) =>
      toAssessment(row as Stored),
    );
  return {
    list,
    latest: async (orgId, supplierId) => (await list(orgId, supplierId, 1))[0] ?? null,
    async store({ id, ...assessment }) {
      if (await rows.findOne({ org_id: assessment.org_id, _id: id })) return [];
      return [put(rows, { _id: id, ...assessment, version: 1 })];
    },
  };
};
