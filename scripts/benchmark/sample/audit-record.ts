import { AUDIT_ACTIONS, newId } from '@qsc/contracts';
import type { ActEnvelope, AuditFacts } from '@qsc/contracts/events';

/** Kinds of record, users and records of the entries, so that every filter has its share. */
export const KINDS = ['supplier', 'component', 'product', 'certificate', 'deviation', 'capa', 'document'];
export const USERS = Array.from({ length: 40 }, (_, index) => `usr_BENCH${String(index).padStart(21, '0')}`);

const ACTS_ON_A_RECORD = 20;
const SIGNED_EVERY = 101;
const NOT_SIGNED = { required: false, signed: false, signature_id: null, meaning: null };

const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

/** The record of an entry; each has so many acts. */
export const recordIdAt = (index: number, count: number): string =>
  `ent_BENCH${String(index % Math.max(1, Math.floor(count / ACTS_ON_A_RECORD))).padStart(21, '0')}`;

/** What the act with the number is; acts of a kind, a user and an action are spread over all of them. */
export const factsAt = (index: number, count: number): AuditFacts => {
  const user = at(USERS, Math.imul(index, 2_654_435_761) >>> 8);
  return {
    action: at(AUDIT_ACTIONS, Math.imul(index, 40_503) >>> 4),
    entity_type: at(KINDS, index),
    entity_id: recordIdAt(index, count),
    entity_name: `Record ${index}`,
    entity_version: index,
    user: { id: user, email: `${user}@bench.example`, name: 'A user', role: 'quality_manager' },
    client: { ip_address: '192.0.2.7', user_agent: 'bench', api_key_id: null },
    changes: {
      'attributes.risk_level': { from: 'low', to: 'high' },
      'attributes.remark': { from: null, to: `R-${index}` },
    },
    metadata: { reason: 'Annual review', workflow_state: null, request_id: `req_${index}` },
    signature:
      index % SIGNED_EVERY === 0
        ? { required: true, signed: true, signature_id: `sig_${index}`, meaning: 'Approval' }
        : NOT_SIGNED,
  };
};

/** The event of an act, as the relay of a service sends it, of a type that nobody but the log takes. */
export const eventAt = (index: number, orgId: string): ActEnvelope => {
  const audit = factsAt(index, ACTS_ON_A_RECORD);
  return {
    specversion: '1.0',
    id: newId('event'),
    source: '/services/bench',
    type: 'bench.act.made.v1',
    subject: audit.entity_id,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    orgid: orgId,
    actor: audit.user.id,
    requestid: audit.metadata.request_id,
    data: { audit, record: {} },
  };
};
