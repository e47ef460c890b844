import { type AnyRoute, type KeyRing, type Kit, meshMember } from '@qsc/service-kit';
import type { Chains } from '../chain/open-chains.ts';
import type { AuditConfig } from '../config.ts';
import type { EntryCollection } from '../entry/entry.store.ts';
import { makeArchivedEntries } from '../export/archived-entry.ts';
import { makeReadCopiedTrail } from './copied-trail.query.ts';
import { copyRoutes } from './copy.routes.ts';
import { makeCopyService } from './copy.service.ts';
import { makeCopySources } from './copy-source.client.ts';

type Parts = { config: AuditConfig; entries: EntryCollection; chains: Chains; ring: KeyRing };

/** Copies of records for inspectors: their calls of other services, and their endpoints. */
export const openCopies = (
  { name, identity, unitOfWork }: Kit,
  { config, entries, chains, ring }: Parts,
): { routes: AnyRoute[]; stop: () => void } => {
  const addresses = {
    quality: config.QUALITY_GRPC_URL,
    supplier: config.SUPPLIER_GRPC_URL,
    certificate: config.CERTIFICATE_GRPC_URL,
    entity: config.ENTITY_GRPC_URL,
    workflow: config.WORKFLOW_GRPC_URL,
  };
  const sources = makeCopySources(addresses, identity.client, meshMember(config, name));
  const archive = makeArchivedEntries({ store: chains.segments, reader: chains.reader });
  const copies = makeCopyService({
    sources,
    readTrail: makeReadCopiedTrail({ entries, archive, removedAt: chains.reader.removedAt }),
    chain: chains.chains,
    readCheckpoints: chains.checkpointParts.store.readNewest,
    ring,
    organizations: identity.organizations,
    unitOfWork,
  });
  return { routes: copyRoutes(copies), stop: sources.close };
};
