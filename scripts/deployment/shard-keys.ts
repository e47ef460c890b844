/**
 * By what a collection is spread over shards: by an organisation, so that what one commit writes lies together; by its id, in
 * order or hashed; or not at all, since it is small or what must be unique in it belongs to no organisation.
 */
export type ShardKey = Readonly<Record<string, 1 | 'hashed'>> | 'whole';

const ORG: ShardKey = { org_id: 1 };
/** Ids that begin with the organisation lie beside what else it has. */
const ID_IN_ORDER: ShardKey = { _id: 1 };
const ID: ShardKey = { _id: 'hashed' };

/** What the kit keeps in each database. */
const system = {
  outbox: ORG,
  inbox: ID,
  idempotency: ID_IN_ORDER,
  migration: 'whole',
  queue_incarnation: 'whole',
} as const satisfies Record<string, ShardKey>;

/** The shard key of every collection, by the service that keeps it (docs/scale.md). */
export const SHARD_KEYS: Readonly<Record<string, Readonly<Record<string, ShardKey>>>> = {
  audit: {
    ...system,
    audit_entry: ORG,
    audit_checkpoint: ORG,
    audit_segment: ORG,
    audit_segment_removal: ORG,
    audit_removal_due: ORG,
    audit_export: ORG,
    audit_report: ORG,
    audit_retention: ORG,
    audit_retention_turn: 'whole',
    audit_hold: ORG,
    audit_hold_lift: ORG,
    audit_restore_drill: ORG,
    audit_backup: 'whole',
    audit_review: ORG,
    audit_system_qualification: ORG,
    audit_verification: ORG,
    file_mark: ID,
    lease: 'whole',
  },
  certificate: {
    ...system,
    certificate: ORG,
    certificate_history: ORG,
    alert_rule: ORG,
    alert: ORG,
    alert_due: ID,
    file_mark: ID,
    lease: 'whole',
  },
  entity: { ...system, document_version: ORG, entity: ORG, entity_history: ORG, entity_total: ID_IN_ORDER },
  identity: {
    outbox: 'whole',
    inbox: 'whole',
    idempotency: 'whole',
    migration: 'whole',
    queue_incarnation: 'whole',
    // Keys, addresses and grants are unique among all organisations, and there are few of each.
    ...{ admin_roster: 'whole', api_key: 'whole', oauth_application: 'whole', oauth_artifact: 'whole' },
    login_failure: 'whole',
    signing_key_ring: 'whole',
    notice: 'whole',
    organization: 'whole',
    refresh_token: 'whole',
    replica: 'whole',
    session: 'whole',
    signing_guard: 'whole',
    preference: 'whole',
    unknown_login: 'whole',
    user: 'whole',
  },
  integration: {
    ...system,
    connection: ORG,
    credential: ORG,
    authorization_state: ORG,
    lease: 'whole',
    notice: ORG,
    conflict: ORG,
    pending_decision: ORG,
    external_signature: ORG,
    // One synchronisation of a connection runs at a time, by a unique index on the connection.
    sync: { connection_id: 1 },
    cursor: ORG,
    orphan: ORG,
    link: ORG,
    new_links: ORG,
    parked_record: ORG,
  },
  quality: {
    ...system,
    quality_event: ORG,
    quality_event_total: ID_IN_ORDER,
    number_series: ORG,
    due_date: ID,
    reported_overdue: ORG,
  },
  supplier: {
    ...system,
    // Rows of read models are put by their id alone.
    supplier: ID,
    supplied_item: ID,
    supplier_certificate: ID,
    supplier_quality_event: ID,
    projection_turn: ID,
    qualification: ORG,
    due_qualification: ID,
    risk_assessment: ORG,
  },
  webhook: {
    ...system,
    webhook: ORG,
    message: ORG,
    delivery: ORG,
    endpoint_queue: 'whole',
    delivery_task: ID,
    disabled_notice: ID,
  },
  workflow: {
    ...system,
    workflow: ORG,
    workflow_version: ORG,
    shipped: ORG,
    approval: ORG,
    delegation: ORG,
    workflow_instance: ORG,
    workflow_transition: ORG,
    transition_outcome: ID_IN_ORDER,
    workflow_signature: ORG,
  },
};

type Keyed = { name: string; shape: { shape: Record<string, unknown> }; indexes: readonly Unique[] };
type Unique = { keys: Record<string, unknown>; unique?: boolean };

/** Whether an upsert of the kit names the document by its id alone: then the id must be the shard key. */
const isPutById = (name: string): boolean =>
  /_total$/.test(name) ||
  ['supplier', 'supplied_item', 'supplier_certificate', 'supplier_quality_event'].includes(name);

const beginsWith = (keys: Record<string, unknown>, fields: readonly string[]): boolean =>
  fields.every((field, place) => Object.keys(keys)[place] === field);

/** Why a collection cannot be sharded by a key, each as a sentence: MongoDB's rules, and those that the kit's writes ask for. */
export const faultsOfKey = ({ name, shape, indexes }: Keyed, key: ShardKey | undefined): string[] => {
  if (key === undefined) return [`${name} has no shard key`];
  if (key === 'whole') return [];
  const fields = Object.keys(key);
  const absent = fields.filter((field) => !(field in shape.shape));
  const loose = indexes.filter(({ unique, keys }) => unique && !beginsWith(keys, fields));
  return [
    ...absent.map((field) => `${name} has no ${field}`),
    ...loose.map(
      ({ keys }) => `${name} is unique by ${Object.keys(keys).join(', ')}, which does not begin with the key`,
    ),
    ...(isPutById(name) && fields[0] !== '_id' ? [`${name} is put by its id, which is not the key`] : []),
  ];
};
