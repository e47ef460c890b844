import { type CollectionDefinition, leaseDefinition } from '@qsc/service-kit';
import type { z } from 'zod';
import {
  idempotencyDefinition,
  inboxDefinition,
  migrationDefinition,
  outboxDefinition,
  queueIncarnationDefinition,
} from '../../packages/service-kit/src/mongo/system-collections.ts';
import { auditCollections } from '../../services/audit/src/collections.ts';
import { alertCollections } from '../../services/certificate/src/alert/alert.store.ts';
import { certificateCollections } from '../../services/certificate/src/certificate/certificate.store.ts';
import { documentVersionDefinition } from '../../services/entity/src/document/document-version.store.ts';
import { entityDefinition, historyDefinition, totalDefinition } from '../../services/entity/src/entity/entity.store.ts';
import { identityCollections } from '../../services/identity/src/stores.ts';
import { collections as integrationCollections } from '../../services/integration/src/compose.ts';
import { eventCollections } from '../../services/quality/src/compose.ts';
import { collections as supplierCollections } from '../../services/supplier/src/compose.ts';
import { collections as webhookCollections } from '../../services/webhook/src/compose.ts';
import { collections as workflowCollections } from '../../services/workflow/src/compose.ts';

export type StoredShape = CollectionDefinition<z.ZodObject>;

/** What the kit keeps in the database of every service. */
export const SYSTEM: readonly StoredShape[] = [
  outboxDefinition,
  inboxDefinition,
  idempotencyDefinition,
  migrationDefinition,
  queueIncarnationDefinition,
];

/** What each service keeps, by the name of its database; the collections of the kit apart. */
export const STORED: Readonly<Record<string, readonly StoredShape[]>> = {
  audit: auditCollections,
  certificate: [...certificateCollections, ...alertCollections, leaseDefinition],
  entity: [documentVersionDefinition, entityDefinition, historyDefinition, totalDefinition],
  identity: identityCollections,
  integration: integrationCollections,
  quality: eventCollections,
  supplier: supplierCollections,
  webhook: webhookCollections,
  workflow: workflowCollections,
};
