import { type AnyRoute, one, route } from '@qsc/service-kit';
import { EventId } from '../quality-event/quality-event.schemas.ts';
import { impactExample } from './impact.examples.ts';
import { ImpactAnalysis } from './impact.schemas.ts';
import type { ImpactService } from './impact.service.ts';

/** The impact analysis (specification, "Quality events"). */
export const impactRoutes = (impacts: ImpactService): AnyRoute[] => [
  route({
    id: 'analyzeImpact',
    tag: 'Quality events',
    method: 'post',
    path: '/quality-events/:event_id/impact-analysis',
    summary: 'Analyse the impact of a quality event',
    description:
      'Walks the relationships of the related entities in both directions, over suppliers, components and products. The result names what is affected directly and indirectly, the batches (from the records of these entities, their certificates and the event itself), whether the authorities must be notified, and recommended actions. The walk does not continue from a supplier that was reached from what it supplies. The event does not change; the audit trail records the analysis and its outcome.',
    scope: 'quality-events:write',
    params: EventId,
    answer: one(ImpactAnalysis),
    throws: ['conflict'],
    example: { answer: impactExample },
    handle: ({ params, call }) => impacts.analyze(params.event_id, call),
  }),
];
