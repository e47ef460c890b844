import { leaseDefinition } from '@qsc/service-kit';
import { backupDefinition } from '../backup/backup.store.ts';
import { verificationDefinition } from '../chain/verification.store.ts';
import { reportDefinition } from '../report/report.store.ts';
import { restoreDrillDefinition } from '../restore-drill/restore-drill.store.ts';
import { reviewDefinition } from '../review/review.store.ts';
import { chainCollections } from './chain.ts';
import { exportCollections } from './exports.ts';
import { retentionCollections } from './retention.ts';

/** All that is kept in the database of the log. Service and worker share the list, so that one migration is that of both. */
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
