import { createHash } from 'node:crypto';

/** Values by the target that they have in a mapping: `name`, `attributes.<path>`. JSON values. */
export type LinkedValues = Readonly<Record<string, unknown>>;

/** Links a record of an external system to one of the mesh, with the values of the last synchronisation. */
export type Link = {
  id: string;
  org_id: string;
  connection_id: string;
  mapping_id: string;
  entity_type: string;
  entity_id: string;
  /** The external key; null while the record waits to be made there. */
  external_id: string | null;
  /** The values that both sides had last: the base of the next merge. Null where they were never synchronised. */
  shadow: LinkedValues | null;
  /** The hash of the external record and of the mapping that read it. The same hash means no change. */
  remote_hash: string | null;
  etag: string | null;
  remote_modified_at: string | null;
  /** The version of our record that the shadow was made with. A later change was not synchronised yet. */
  local_version: number;
  /** Our record changed since, or may have. */
  dirty: boolean;
  /** Deleted on either side: it is made on neither again. */
  deleted: boolean;
  /** What was mirrored beside the fields: file, state, signatures. */
  mirrored: Readonly<Record<string, unknown>>;
  updated_at: Date;
  /** Raised with every write; a write expects the one that it has read. */
  version: number;
};

/** The key of a mapping of a connection. */
export type MappingKey = { orgId: string; connectionId: string; mappingId: string };

/** The id of a link follows from our record: its external key may become another one. */
export const linkId = ({ connectionId, mappingId }: MappingKey, entityId: string): string =>
  `${connectionId}/${mappingId}/${createHash('sha256').update(entityId).digest('base64url')}`;

/** A record of the mesh that waits to be made at the external system. */
export const awaitingLink = (
  mappingKey: MappingKey,
  record: { id: string; entityType: string; version: number },
  now: Date,
): Link => ({
  id: linkId(mappingKey, record.id),
  org_id: mappingKey.orgId,
  connection_id: mappingKey.connectionId,
  mapping_id: mappingKey.mappingId,
  entity_type: record.entityType,
  entity_id: record.id,
  external_id: null,
  shadow: null,
  remote_hash: null,
  etag: null,
  remote_modified_at: null,
  local_version: 0,
  dirty: true,
  deleted: false,
  mirrored: {},
  updated_at: now,
  version: 1,
});

/** The link with what changed, one version on. */
export const changedLink = (link: Link, by: Partial<Omit<Link, 'id' | 'org_id' | 'version'>>, now: Date): Link => ({
  ...link,
  ...by,
  updated_at: now,
  version: link.version + 1,
});

/** Our record changed to that version. `waits`: the next synchronisation compares it with the other side. */
export type Touch = { version: number; waits: boolean };

/**
 * The link whose record changed. Its version rises also where it waits already, so that a running synchronisation that has read
 * an older version of the record decides again. Null where it was synchronised at that version or a later one, as after a write
 * of a synchronisation.
 */
export const touchedLink = (link: Link, { version, waits }: Touch, now: Date): Link | null =>
  link.local_version >= version ? null : changedLink(link, { dirty: link.dirty || waits }, now);
