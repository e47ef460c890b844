import { newId, toDay } from '@qsc/contracts';
import type { Call, RecordRead, UnitOfWork } from '@qsc/service-kit';
import type { EntityClient, EntityRecord } from '../entity.client.ts';
import type { ApplyChange } from '../read-model/read-through.ts';
import type { AssessmentStore } from './assessment.store.ts';
import { type Assessment, type NewAssessment, toAssessment, toAssessmentRecord, toChange } from './assessment.ts';
import { type Known, toBaseline } from './baseline.ts';
import type { RiskResult } from './risk.ts';

/** The risk of a supplier as the API shows it; a baseline has no assessor. */
export type Risk = RiskResult & {
  id: string | null;
  supplier_id: string;
  details: string | null;
  notes: string | null;
  assessed_by: string | null;
  assessed_at: Date | null;
};

export type RiskService = {
  assess(supplierId: string, input: NewAssessment, call: Call): Promise<Risk>;
  /** The latest assessment, otherwise a baseline. */
  read(supplierId: string, call: Call): Promise<Risk>;
};

type Parts = {
  entities: Pick<EntityClient, 'getSupplier' | 'changeSupplier'>;
  store: AssessmentStore;
  readKnown: (orgId: string, supplierId: string) => Promise<Known>;
  apply: ApplyChange;
  recordRead: RecordRead<EntityRecord>;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

const shown = ({ org_id: _org, supplier_version: _version, ...assessment }: Assessment): Risk => ({
  ...assessment,
  details: null,
});

/** The use cases of risk (specification, "Suppliers"). The system of record commits the resulting risk of the supplier. */
export const makeRiskService = ({ entities, store, readKnown, apply, recordRead, unitOfWork }: Parts): RiskService => ({
  async assess(supplierId, input, call) {
    const named = { id: newId('riskAssessment'), assessedBy: call.actor.id, now: call.now, zone: call.zone };
    const change = toChange(toAssessmentRecord(input, named));
    const changed = await entities.changeSupplier(call, supplierId, { change });
    await apply(changed.entity);
    const assessment = toAssessment(changed);
    return unitOfWork.decide(call, { records: [supplierId] }, async () => ({
      changes: await store.store(assessment),
      events: [],
      answer: shown(assessment),
    }));
  },
  async read(supplierId, call) {
    const { org_id } = call.actor;
    const [supplier, latest] = await Promise.all([
      entities.getSupplier(org_id, supplierId),
      store.latest(org_id, supplierId),
    ]);
    await recordRead(supplier, call);
    if (latest) return shown(latest);
    const baseline = toBaseline(await readKnown(org_id, supplierId), toDay(call));
    return { ...baseline, id: null, supplier_id: supplierId, notes: null, assessed_by: null, assessed_at: null };
  },
});
