import type { Call } from '@qsc/service-kit';

/** A record of the mesh as a synchronisation sees it. `name` and `attributes` are what targets reach. */
export type LocalRecord = {
  id: string;
  entityType: string;
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  version: number;
  deleted: boolean;
};

/**
 * A write of one record. `commandId` is the same whenever the same change is written again, so that it acts once.
 * `attributes` of a change is a JSON Merge Patch (RFC 7396). `version`: refused with `precondition_failed` at another one.
 */
export type LocalWrite =
  | {
      kind: 'create';
      commandId: string;
      entityType: string;
      eventSubtype: string | null;
      name: string;
      attributes: Readonly<Record<string, unknown>>;
    }
  | {
      kind: 'change';
      commandId: string;
      entityType: string;
      id: string;
      version: number | null;
      name?: string;
      attributes: Readonly<Record<string, unknown>>;
    }
  | { kind: 'delete'; commandId: string; entityType: string; id: string; version: number | null };

/** `code` and `field` as the error table and `details.fields` have them. `version_clash`: the record has another version. */
export type LocalWriteResult =
  | { ok: true; record: LocalRecord }
  | { ok: false; kind: 'refused' | 'version_clash' | 'gone'; code: string; message: string; field: string | null };

/** The records of the mesh. Every write is a command to the owner. Throws `service_unavailable`. */
export type LocalRecords = {
  /** Those that are there, soft-deleted ones included. */
  read(orgId: string, entityType: string, ids: readonly string[]): Promise<LocalRecord[]>;
  /** Those of the type after that id, in the order of their ids, deleted ones left out; an empty answer is the end. */
  scan(orgId: string, entityType: string, page: { after: string; limit: number }): Promise<LocalRecord[]>;
  /** One result for each write, in their order. Writes of one record are given in one call at most once. */
  write(call: Call, writes: readonly LocalWrite[]): Promise<LocalWriteResult[]>;
  /** The ids of records by the value of a field (`name`, `attributes.<path>`); values that none or several have are left out. */
  find(
    orgId: string,
    entityType: string,
    query: { field: string; values: readonly string[] },
  ): Promise<Map<string, string>>;
};
