import type { Call } from '@qsc/service-kit';
import type { Connection, Direction } from '../connection/connection.ts';
import type { RemoteSystem, Source } from '../connector/connector.ts';
import type { MappingKey } from '../link/link.ts';
import { callOfMapping } from '../local/sync-call.ts';
import type { FieldMapping, Mapping } from '../mapping/mapping.ts';
import { listExternalPaths, toExternalPath } from '../mapping/transform.ts';
import { sameMeaning } from '../mapping/values.ts';
import type { MergeRules } from '../merge/merge.ts';
import { listMirroredFields, sendsStates } from '../mirror/mirrored-field.ts';
import type { Ledger } from './ledger.ts';
import type { PlannedChanges } from './planned-changes.ts';

/** A synchronisation that this replica runs. */
export type SyncRun = {
  connection: Connection;
  system: RemoteSystem;
  ledger: Ledger;
  /** The call of writes here: by the system, caused by this synchronisation. */
  call: Call;
  /** The findings of a dry run; null for any other. */
  plan: PlannedChanges | null;
  signal: AbortSignal;
};

/** The context of one mapping in a synchronisation. */
export type MappingRun = SyncRun & { mapping: Mapping; mappingKey: MappingKey; source: Source; rules: MergeRules };

/** Opens the context of a mapping. Throws what `RemoteSystem.numbers` throws. */
export const openMappingRun = async (run: SyncRun, mapping: Mapping): Promise<MappingRun> => {
  const { connection, system } = run;
  const numbers = (await system.numbers?.(toSource(connection, mapping))) ?? new Set();
  const rules = toRules(connection, { mapping, numbers }, system);
  return {
    ...run,
    call: callOfMapping(run.call, mapping.id),
    mapping,
    mappingKey: { orgId: connection.org_id, connectionId: connection.id, mappingId: mapping.id },
    source: { ...toSource(connection, mapping), references: createsThere({ mapping, rules }) },
    rules,
  };
};

/** The source without its filters: a record that does not match them any more still exists. */
export const whole = (source: Source): Source => ({ ...source, documentTypes: [], filters: [] });

const sendsFields = ({ rules }: Pick<MappingRun, 'rules'>): boolean =>
  rules.direction !== 'inbound' && rules.sentBack.size > 0;

/** Whether something of our records goes to the external system: their fields, or their states. */
export const sendsBack = (run: Pick<MappingRun, 'rules' | 'mapping'>): boolean =>
  sendsFields(run) || (run.rules.direction !== 'inbound' && sendsStates(run.mapping));

/** Whether records without a counterpart are created there. */
export const createsThere = (run: Pick<MappingRun, 'rules' | 'mapping'>): boolean =>
  sendsFields(run) && run.mapping.bidirectional?.create === true;

/** The targets whose values are sent where the direction allows it. */
export const sentTargets = (direction: Direction, { bidirectional, field_mappings }: Mapping): readonly string[] => {
  if (bidirectional) return bidirectional.enabled ? bidirectional.fields : [];
  return direction === 'outbound' ? field_mappings.map(({ target }) => target) : [];
};

/** The source of a mapping. */
export const toSource = ({ sync_config: config }: Connection, mapping: Mapping): Source => ({
  object: mapping.source_object,
  documentTypes: mapping.document_types,
  fields: [...new Set([...listExternalPaths(mapping), ...listMirroredFields(mapping)])],
  filters: mapping.filters,
  changeField: config.change_detection.field,
  pageSize: config.batch_size,
});

type Read = { mapping: Mapping; numbers: ReadonlySet<string> };

const toRules = (
  connection: Connection,
  { mapping, numbers }: Read,
  { upsert }: Pick<RemoteSystem, 'upsert'>,
): MergeRules => {
  const { entity_type: type, field_mappings } = mapping;
  const isNumeric = (field: FieldMapping) => numbers.has(field.source) || numbers.has(toExternalPath(mapping, field));
  const numeric = new Set(field_mappings.filter(isNumeric).map(({ target }) => target));
  const { default_strategy, exceptions, manual_review_fields: reviewed } = connection.conflict_resolution;
  const { direction } = connection.sync_config;
  const getException = (target: string) => exceptions[`${type}.${target}`];
  return {
    direction,
    getStrategy: (target) => getException(target) ?? default_strategy,
    isReviewed: (target) => getException(target) === undefined && reviewed.includes(`${type}.${target}`),
    same: (target, one, other) => sameMeaning(one, other, numeric.has(target)),
    sentBack: new Set(upsert ? sentTargets(direction, mapping) : []),
  };
};
