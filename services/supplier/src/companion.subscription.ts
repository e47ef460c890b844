import { entityEvents } from '@qsc/contracts/events';
import { type HandledKinds, on, type ReadLocalTime, type Subscription } from '@qsc/service-kit';
import { readQualification, type TakeEffect } from './qualification/effective-qualification.ts';
import type { AssessmentStore } from './risk/assessment.store.ts';
import { readAssessment } from './risk/assessment.ts';

/** The queue of the records that this service stores with a change of a supplier. */
export const COMPANION_QUEUE = 'supplier.companion';

/** Nothing but suppliers has such records. */
export const COMPANION_KINDS: HandledKinds = { types: [entityEvents.updated.type], list: async () => ['supplier'] };

type Parts = { takeEffect: TakeEffect; assessments: Pick<AssessmentStore, 'store'>; localTime: ReadLocalTime };

/** Qualifications and assessments are written from the event of the change that they belong to, at every entry point. */
export const companionSubscriptions = ({ takeEffect, assessments, localTime }: Parts): Subscription[] => [
  on(entityEvents.updated, async (event, supplier) => {
    const qualification = readQualification(event, supplier, (await localTime(event.orgid)).zone);
    const assessment = readAssessment(event, supplier);
    const { changes, events } = qualification ? await takeEffect(qualification, supplier) : { changes: [], events: [] };
    const stored = assessment ? await assessments.store(assessment) : [];
    return changes.length + stored.length > 0 ? { changes: [...changes, ...stored], events } : null;
  }),
];
