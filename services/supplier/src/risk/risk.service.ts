import { dayOf, newId } from '@qsc/contracts';
import type { Call, UnitOfWork } from '@qsc/service-kit';
import type { EntityClient } from '../entity.client.ts';
import type { ApplyChange } from '../read-model/apply-change.ts';
import type { RecordRead } from '../supplier/record-read.ts';
import type { AssessmentStore } from './assessment.store.ts';
import { type AskedAssessment, type Assessment, assessmentOfAnswer, changeOf, recordOfAsked } from './assessment.ts';
import { baselineOf, type Known } from './baseline.ts';
import type { Judgement } from './risk.ts';

/** The risk of a supplier as the API shows it; of a baseline nobody has made the assessment. */
export type Risk = Judgement & {
  id: string | null;
  supplier_id: string;
  details: string | null;
  notes: string | null;
  assessed_by: string | null;
  assessed_at: Date | null;
};

export type RiskService = {
  assess(supplierId: string, asked: AskedAssessment, call: Call): Promise<Risk>;
  /** The last assessment, else a baseline out of what is known. */
  read(supplierId: string, call: Call): Promise<Risk>;
};

type Parts = {
  entities: Pick<EntityClient, 'getSupplier' | 'changeSupplier'>;
  store: AssessmentStore;
  knownOf: (orgId: string, supplierId: string) => Promise<Known>;
  apply: ApplyChange;
  recordRead: RecordRead;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

const shown = ({ org_id: _org, supplier_version: _version, ...assessment }: Assessment): Risk => ({
  ...assessment,
  details: null,
});

/** The use cases of risk (specification, "Suppliers"). The system of record commits what the supplier's risk comes to. */
export const makeRiskService = ({ entities, store, knownOf, apply, recordRead, unitOfWork }: Parts): RiskService => ({
  async assess(supplierId, asked, call) {
    const named = { id: newId('riskAssessment'), assessedBy: call.actor.id, now: call.now, zone: call.zone };
    const change = changeOf(recordOfAsked(asked, named));
    const changed = await entities.changeSupplier(call, supplierId, { change });
    await apply(changed.entity);
    const assessment = assessmentOfAnswer(changed);
    return unitOfWork.decide(call, { records: [supplierId] }, async () => ({
      changes: await store.keep(assessment),
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
    const baseline = baselineOf(await knownOf(org_id, supplierId), dayOf(call));
    return { ...baseline, id: null, supplier_id: supplierId, notes: null, assessed_by: null, assessed_at: null };
  },
});
