import {
  type Kit,
  makeDueQueue,
  makeDueWorker,
  makeReferToDocuments,
  referenceGrpc,
  subscribe,
} from '@qsc/service-kit';
import { companionSubscriptions } from '../companion.subscription.ts';
import type { EntityClient } from '../entity.client.ts';
import {
  DueQualification,
  dueQualificationDefinition,
  makeReplacePending,
  makeTakeEffect,
} from '../qualification/effective-qualification.ts';
import { qualificationRoutes } from '../qualification/qualification.routes.ts';
import { makeQualificationService } from '../qualification/qualification.service.ts';
import { makeQualificationStore, qualificationDefinition } from '../qualification/qualification.store.ts';
import { makeActOnDue } from '../qualification/scheduled-qualification.ts';
import type { ApplyChange } from '../read-model/apply-change.ts';
import { makeListReferences } from '../reference.query.ts';
import { assessmentDefinition, makeAssessmentStore } from '../risk/assessment.store.ts';
import { makeReadKnown } from '../risk/known.query.ts';
import { riskRoutes } from '../risk/risk.routes.ts';
import { makeRiskService } from '../risk/risk.service.ts';
import type { SupplierFigureReader } from '../supplier/metric.query.ts';
import type { RecordRead } from '../supplier/record-read.ts';

const DUE_LEASE_MS = 60_000;

type RecordParts = {
  entities: EntityClient;
  apply: ApplyChange;
  recordRead: RecordRead;
  readFigures: SupplierFigureReader['readFigures'];
  companionQueue: string;
};

/** Qualifications and assessments, which this service stores beside the record. */
export const makeRecords = (kit: Kit, { entities, apply, recordRead, readFigures, companionQueue }: RecordParts) => {
  const { open, clock, localTime, log, unitOfWork, inbox } = kit;
  const leaseMs = DUE_LEASE_MS;
  const queue = makeDueQueue({ rows: open(dueQualificationDefinition), payload: DueQualification, clock, leaseMs });
  const store = makeQualificationStore(open(qualificationDefinition));
  const replacePending = makeReplacePending({ store, clock });
  const takeEffect = makeTakeEffect({ store, queue, replacePending });
  const assessments = makeAssessmentStore(open(assessmentDefinition));
  const referToDocuments = makeReferToDocuments(entities.raw);
  const parts = { entities, store, queue, takeEffect, replacePending, apply, unitOfWork, clock, localTime, log };
  const readKnown = makeReadKnown({ readFigures, entity: entities.raw });
  const subscriptions = companionSubscriptions({ takeEffect, assessments, localTime });
  return {
    grpc: [referenceGrpc(makeListReferences(store, assessments), log)],
    routes: [
      ...qualificationRoutes(makeQualificationService({ ...parts, referToDocuments })),
      ...riskRoutes(makeRiskService({ entities, store: assessments, readKnown, apply, recordRead, unitOfWork })),
    ],
    consumer: subscribe({ queue: companionQueue, subscriptions, unitOfWork, inbox, log }),
    due: makeDueWorker({ name: 'qualifications', queue, act: makeActOnDue(parts), unitOfWork, clock, log, leaseMs }),
  };
};
