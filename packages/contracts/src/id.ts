import { hash } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** The prefix that each kind of record carries in its identifier (specification, "General conventions"; decisions §2). */
export const ID_PREFIX = {
  entity: 'ent',
  relationship: 'rel',
  qualityEvent: 'qe',
  capaAction: 'act',
  certificate: 'cert',
  file: 'file',
  workflow: 'wf',
  workflowInstance: 'wfi',
  transition: 'trn',
  delegation: 'dlg',
  approval: 'apr',
  auditEntry: 'log',
  signature: 'sig',
  connection: 'conn',
  sync: 'sync',
  conflict: 'cfl',
  mapping: 'map',
  parkedRecord: 'prk',
  exportJob: 'export',
  report: 'rpt',
  review: 'rev',
  hold: 'hold',
  retentionPolicy: 'ret',
  checkpoint: 'chk',
  verification: 'vrf',
  segment: 'seg',
  restoreDrill: 'rdr',
  systemQualification: 'sqr',
  webhook: 'wh',
  delivery: 'dlv',
  message: 'msg',
  alertRule: 'alr',
  qualification: 'qual',
  riskAssessment: 'risk',
  user: 'usr',
  organization: 'org',
  apiKey: 'key',
  application: 'app',
  session: 'ses',
  event: 'evt',
  request: 'req',
} as const;

export type IdKind = keyof typeof ID_PREFIX;

const POOL_BYTES = 1_024;
const pool = new Uint8Array(POOL_BYTES);
let drawn = POOL_BYTES;

/** A random number from a pool: asking the system for each character of an id costs more than the request it names. */
const draw = (): number => {
  if (drawn === POOL_BYTES) {
    crypto.getRandomValues(pool);
    drawn = 0;
  }
  const byte = pool[drawn] ?? 0;
  drawn += 1;
  return byte / 256;
};

const nextUlid = monotonicFactory(draw);

/** A new identifier of the kind: its prefix, `_`, and a ULID that rises with every call of this process. */
export const newId = (kind: IdKind): string => `${ID_PREFIX[kind]}_${nextUlid()}`;

const EVENT_ID = /^evt_([0-9A-HJKMNP-TV-Z]{26})$/;

/** The id of the audit entry of an event. It follows from the event's, so that whoever knows the event can name its entry. */
export const toAuditEntryId = (eventId: string): string =>
  `${ID_PREFIX.auditEntry}_${EVENT_ID.exec(eventId)?.[1] ?? hash('sha256', eventId, 'hex')}`;
