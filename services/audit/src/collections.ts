import { fileCollections } from '@qsc/file-store';
import { leaseDefinition } from '@qsc/service-kit';
import { backupDefinition } from './backup/backup.store.ts';
import { verificationDefinition } from './chain/verification.store.ts';
import { checkpointDefinition } from './checkpoint/checkpoint.store.ts';
import { entryDefinition } from './entry/entry.store.ts';
import { exportDefinition } from './export/export.store.ts';
import { holdDefinition, holdLiftDefinition } from './hold/hold.store.ts';
import { reportDefinition } from './report/report.store.ts';
import { restoreDrillDefinition } from './restore-drill/restore-drill.store.ts';
import { retentionDefinition, turnDefinition } from './retention/retention.store.ts';
import { reviewDefinition } from './review/review.store.ts';
import { removalDefinition, removalDueDefinition, segmentDefinition } from './segment/segment.store.ts';
import { systemQualificationDefinition } from './system-qualification/system-qualification.store.ts';

/** All collections of the audit database. Service and worker share the list, and thereby one migration. */
export const auditCollections = [
  entryDefinition,
  checkpointDefinition,
  segmentDefinition,
  removalDefinition,
  removalDueDefinition,
  exportDefinition,
  ...fileCollections,
  reportDefinition,
  restoreDrillDefinition,
  retentionDefinition,
  turnDefinition,
  holdDefinition,
  holdLiftDefinition,
  reviewDefinition,
  systemQualificationDefinition,
  backupDefinition,
  verificationDefinition,
  leaseDefinition,
];
