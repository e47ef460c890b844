import { createHash } from 'node:crypto';

/** Values by the target that they have in a mapping: `name`, `attributes.<path>`. JSON values. */
export type LinkedValues = Readonly<Record<string, unknown>>;

/** That a record of an external system and one of the mesh are the same, and how both stood when they were last alike. */
export type Link = {
  id: string;
  org_id: string;
  connection_id: string;
  mapping_id: string;
  entity_type: string;
  entity_id: string;
  /** The external key; null while the record waits to be made there. */
  external_id: string | null;
  /** The values that both sides had last: the base of the next merge. Null where they were never alike. */
  shadow: LinkedValues | null;
  /** Of what the external record held, and of the mapping that read it. The same again is nothing new. */
  remote_hash: string | null;
  etag: string | null;
  remote_modified_at: string | null;
  /** The version of our record that the shadow was made with. A change above it was not looked at yet. */
  local_version: number;
  /** Our record changed since, or may have. */
  dirty: boolean;
  /** Deleted on either side: it is made on neither again. */
  deleted: boolean;
  /** What else of the record was taken over: its file, its state, its signature. */
  followed: Readonly<Record<string, unknown>>;
  updated_at: Date;
  /** Raised with every write; a write expects the one that it has read. */
  version: number;
};

/** Which links belong together: those of one mapping of a connection. */
export type LinkPlace = { orgId: string; connectionId: string; mappingId: string };

/** The id of a link follows from our record: its external key may become another one. */
export const linkId = ({ connectionId, mappingId }: LinkPlace, entityId: string): string =>
  `${connectionId}/${mappingId}/${createHash('sha256').update(entityId).digest('base64url')}`;

/** A record of the mesh that waits to be made at the external system. */
export const awaitingLink = (
  place: LinkPlace,
  record: { id: string; entityType: string; version: number },
  now: Date,
): Link => ({
  id: linkId(place, record.id),
  org_id: place.orgId,
  connection_id: place.connectionId,
  mapping_id: place.mappingId,
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
  followed: {},
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

/** Our record changed to that version. `waits`: it is to be brought together with the other side by the next synchronisation. */
export type Touch = { version: number; waits: boolean };

/**
 * The link whose record changed. Its version rises also where it waits already: a synchronisation that has read an older version
 * of the record, and is at work on it, decides anew. Null where it was synchronised at that version or a later one, which is so
 * for what a synchronisation wrote itself.
 */
export const touchedLink = (link: Link, { version, waits }: Touch, now: Date): Link | null =>
  link.local_version >= version ? null : changedLink(link, { dirty: link.dirty || waits }, now);
