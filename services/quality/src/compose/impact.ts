import type { AnyRoute, Kit } from '@qsc/service-kit';
import { makeReadBatches, makeReadLevel } from '../impact/impact.client.ts';
import { impactRoutes } from '../impact/impact.routes.ts';
import { makeImpactService } from '../impact/impact.service.ts';
import type { Clients } from './clients.ts';
import type { EventStore } from './events.ts';

/** The impact analysis of quality events. */
export const makeImpactRoutes = (
  { unitOfWork, clock }: Kit,
  { entity, certificate }: Clients,
  { store }: Pick<EventStore, 'store'>,
): AnyRoute[] =>
  impactRoutes(
    makeImpactService({
      store,
      readLevel: makeReadLevel(entity),
      readBatches: makeReadBatches(certificate),
      unitOfWork,
      clock,
    }),
  );
