import type { ReadCopy } from '@qsc/service-kit';
import type { EntityClient } from '../entity.client.ts';
import type { InclusionSources } from '../inclusion/inclusion.service.ts';
import { shownQualification } from '../qualification/qualification.service.ts';
import type { QualificationStore } from '../qualification/qualification.store.ts';
import type { AssessmentStore } from '../risk/assessment.store.ts';
import { toSupplier } from './supplier.ts';

type Parts = {
  entities: Pick<EntityClient, 'getSupplier' | 'names'>;
  store: Pick<QualificationStore, 'list'>;
  assessments: Pick<AssessmentStore, 'list'>;
  /** Everything that is linked to a supplier. */
  linked: Pick<InclusionSources, 'components' | 'certificates' | 'quality_events'>;
};

/** More than a supplier gets in a working life. */
const MOST = 1_000;

/** Reads a supplier for a copy: its qualifications and risk assessments, oldest first, and what is linked to it. */
export const makeReadCopy =
  ({ entities, store, assessments, linked }: Parts): ReadCopy =>
  async (orgId, id) => {
    const supplier = await entities.getSupplier(orgId, id);
    const [names, qualifications, assessed, components, certificates, quality_events] = await Promise.all([
      entities.names(
        orgId,
        supplier.relationships.map(({ target_id }) => target_id),
      ),
      store.list(orgId, id, { skip: 0, limit: MOST, newestFirst: false }),
      assessments.list(orgId, id, MOST),
      linked.components(orgId, id),
      linked.certificates(orgId, id),
      linked.quality_events(orgId, id),
    ]);
    return {
      record: toSupplier(supplier, names),
      parts: {
        qualifications: qualifications.map(shownQualification),
        risk_assessments: assessed.toReversed().map(({ org_id: _org, ...assessment }) => assessment),
        components,
        certificates,
        quality_events,
      },
    };
  };
