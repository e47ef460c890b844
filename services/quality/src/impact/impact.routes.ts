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
      'Walks the relationships of the entities that the event is about, both ways, over suppliers, components and products: what is affected directly and indirectly, which batches (from the records of what was met, its certificates and the event itself), whether authorities have to be told, and what to do. From a supplier that was only reached from what it supplies the walk does not go on. The event stays as it is; the audit trail keeps that it was analysed and with which outcome.',
    scope: 'quality-events:write',
    params: EventId,
    answer: one(ImpactAnalysis),
    throws: ['conflict'],
    example: { answer: impactExample },
    handle: ({ params, call }) => impacts.analyze(params.event_id, call),
  }),
];
