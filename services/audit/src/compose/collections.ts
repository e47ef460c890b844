import { leaseDefinition } from '@qsc/service-kit';
import { backupDefinition } from '../backup/backup.store.ts';
import { verificationDefinition } from '../chain/verification.store.ts';
import { reportDefinition } from '../report/report.store.ts';
import { restoreDrillDefinition } from '../restore-drill/restore-drill.store.ts';
import { reviewDefinition } from '../review/review.store.ts';
import { chainCollections } from './chain.ts';
import { exportCollections } from './exports.ts';
import { retentionCollections } from './retention.ts';

/** All collections of the audit database. Service and worker share the list, and thereby one migration. */
export const auditCollections = [
  ...chainCollections,
  ...exportCollections,
  reportDefinition,
  restoreDrillDefinition,
  ...retentionCollections,
  reviewDefinition,
  backupDefinition,
  verificationDefinition,
  leaseDefinition,
];
