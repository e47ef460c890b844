import { entityEvents } from '@qsc/contracts/events';
import { on, type ReadLocalTime, type Subscription } from '@qsc/service-kit';
import { qualificationOfEvent, type TakeEffect } from './qualification/effective-qualification.ts';
import type { AssessmentStore } from './risk/assessment.store.ts';
import { assessmentOfEvent } from './risk/assessment.ts';

/** The queue of what this service keeps beside a change of a supplier. */
export const COMPANION_QUEUE = 'supplier.companion';

type Parts = { takeEffect: TakeEffect; assessments: Pick<AssessmentStore, 'keep'>; localTime: ReadLocalTime };

/** Qualifications and assessments are written from the event of the change that they went with, at whichever door. */
export const companionSubscriptions = ({ takeEffect, assessments, localTime }: Parts): Subscription[] => [
  on(entityEvents.updated, async (event, supplier) => {
    const qualification = qualificationOfEvent(event, supplier, (await localTime(event.orgid)).zone);
    const assessment = assessmentOfEvent(event, supplier);
    const { changes, events } = qualification ? await takeEffect(qualification, supplier) : { changes: [], events: [] };
    const kept = assessment ? await assessments.keep(assessment) : [];
    return changes.length + kept.length > 0 ? { changes: [...changes, ...kept], events } : null;
  }),
];
