import type { Call } from '@qsc/service-kit';
import type { Connection, Direction } from '../connection/connection.ts';
import type { RemoteSystem, Source } from '../connector/connector.ts';
import { followedFieldsOf, movesStatesThere } from '../follow/followed-field.ts';
import type { LinkPlace } from '../link/link.ts';
import { callOfMapping } from '../local/sync-call.ts';
import type { FieldMapping, Mapping } from '../mapping/mapping.ts';
import { externalPathsOf, placeThere } from '../mapping/transform.ts';
import { sameMeaning } from '../mapping/values.ts';
import type { MergeRules } from '../merge/merge.ts';
import type { Ledger } from './ledger.ts';
import type { PlannedChanges } from './planned-changes.ts';

/** A synchronisation that this replica carries out. */
export type SyncRun = {
  connection: Connection;
  system: RemoteSystem;
  ledger: Ledger;
  /** By whom the records here are changed: the system, caused by this synchronisation. */
  call: Call;
  /** What a dry run found; null where it is none. */
  plan: PlannedChanges | null;
  signal: AbortSignal;
};

/** What of a synchronisation is about one mapping. */
export type MappingRun = SyncRun & { mapping: Mapping; place: LinkPlace; source: Source; rules: MergeRules };

/** The part of a synchronisation that is about the mapping. Throws what `RemoteSystem.numbers` throws. */
export const mappingRunOf = async (run: SyncRun, mapping: Mapping): Promise<MappingRun> => {
  const { connection, system } = run;
  const numbers = (await system.numbers?.(sourceOf(connection, mapping))) ?? new Set();
  const rules = rulesOf(connection, { mapping, numbers }, system);
  return {
    ...run,
    call: callOfMapping(run.call, mapping.id),
    mapping,
    place: { orgId: connection.org_id, connectionId: connection.id, mappingId: mapping.id },
    source: { ...sourceOf(connection, mapping), references: createsThere({ mapping, rules }) },
    rules,
  };
};

/** The source without what chooses records of it: one that fits no more is there all the same. */
export const whole = (source: Source): Source => ({ ...source, documentTypes: [], filters: [] });

const sendsFields = ({ rules }: Pick<MappingRun, 'rules'>): boolean =>
  rules.direction !== 'inbound' && rules.sentBack.size > 0;

/** Whether something of our records goes to the external system: their fields, or their states. */
export const sendsBack = (run: Pick<MappingRun, 'rules' | 'mapping'>): boolean =>
  sendsFields(run) || (run.rules.direction !== 'inbound' && movesStatesThere(run.mapping));

/** Whether records of ours that have no counterpart are made there. */
export const createsThere = (run: Pick<MappingRun, 'rules' | 'mapping'>): boolean =>
  sendsFields(run) && run.mapping.bidirectional?.create === true;

/** The targets whose values go to the external system where the direction lets them through. */
export const sentTargets = (direction: Direction, { bidirectional, field_mappings }: Mapping): readonly string[] => {
  if (bidirectional) return bidirectional.enabled ? bidirectional.fields : [];
  return direction === 'outbound' ? field_mappings.map(({ target }) => target) : [];
};

/** What of the external system a mapping of the connection takes. */
export const sourceOf = ({ sync_config: config }: Connection, mapping: Mapping): Source => ({
  object: mapping.source_object,
  documentTypes: mapping.document_types,
  fields: [...new Set([...externalPathsOf(mapping), ...followedFieldsOf(mapping)])],
  filters: mapping.filters,
  changeField: config.change_detection.field,
  pageSize: config.batch_size,
});

type Read = { mapping: Mapping; numbers: ReadonlySet<string> };

const rulesOf = (
  connection: Connection,
  { mapping, numbers }: Read,
  { upsert }: Pick<RemoteSystem, 'upsert'>,
): MergeRules => {
  const { entity_type: type, field_mappings } = mapping;
  const isNumeric = (field: FieldMapping) => numbers.has(field.source) || numbers.has(placeThere(mapping, field));
  const numeric = new Set(field_mappings.filter(isNumeric).map(({ target }) => target));
  const { default_strategy, exceptions, manual_review_fields: reviewed } = connection.conflict_resolution;
  const { direction } = connection.sync_config;
  const exceptionOf = (target: string) => exceptions[`${type}.${target}`];
  return {
    direction,
    strategyOf: (target) => exceptionOf(target) ?? default_strategy,
    isReviewed: (target) => exceptionOf(target) === undefined && reviewed.includes(`${type}.${target}`),
    same: (target, one, other) => sameMeaning(one, other, numeric.has(target)),
    sentBack: new Set(upsert ? sentTargets(direction, mapping) : []),
  };
};
