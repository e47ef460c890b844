import { type Call, mergePatch } from '@qsc/service-kit';
import type { LocalRecord, LocalRecords, LocalWrite, LocalWriteResult } from '../src/local/local-record.ts';

/** Stand-ins for the records of the mesh, with versions; each command acts once. */
export type StandInRecords = Pick<LocalRecords, 'read' | 'write'> & {
  put(orgId: string, record: Partial<LocalRecord> & { id: string }): void;
  get(id: string): LocalRecord;
  /** The calls that wrote, with the reason that they had. */
  written: { write: LocalWrite; reason: string | null }[];
  /** The next write is refused as the owner of the record would refuse it. */
  refuseNext(result: Extract<LocalWriteResult, { ok: false }>): void;
};

type Kept = LocalRecord & { orgId: string };

export const standInRecords = (): StandInRecords => {
  const records = new Map<string, Kept>();
  const done = new Map<string, LocalWriteResult>();
  const written: StandInRecords['written'] = [];
  let refused: LocalWriteResult | null = null;

  const apply = (orgId: string, write: LocalWrite): LocalWriteResult => {
    if (write.kind === 'create') throw new Error('A conflict makes no record.');
    const before = records.get(write.id);
    if (!before || before.orgId !== orgId || before.deleted)
      return { ok: false, kind: 'gone', code: 'not_found', message: 'It is gone.', field: null };
    if (write.version !== null && write.version !== before.version)
      return { ok: false, kind: 'version_clash', code: 'precondition_failed', message: 'It changed.', field: null };
    const after: Kept = { ...before, version: before.version + 1 };
    if (write.kind === 'delete') after.deleted = true;
    else {
      after.name = write.name ?? before.name;
      after.attributes = mergePatch(before.attributes, write.attributes) as Kept['attributes'];
    }
    records.set(after.id, after);
    return { ok: true, record: after };
  };

  const write = (call: Call, one: LocalWrite): LocalWriteResult => {
    if (refused) {
      const result = refused;
      refused = null;
      return result;
    }
    const known = done.get(one.commandId);
    if (known) return known;
    const result = apply(call.actor.org_id, one);
    if (result.ok) done.set(one.commandId, result);
    if (result.ok) written.push({ write: one, reason: call.reason });
    return result;
  };

  return {
    written,
    put(orgId, record) {
      const given = { entityType: 'supplier', name: 'Acme', attributes: {}, version: 1, deleted: false, ...record };
      records.set(record.id, { ...given, orgId });
    },
    get(id) {
      const { orgId: _orgId, ...record } = records.get(id) as Kept;
      return record;
    },
    refuseNext(result) {
      refused = result;
    },
    read: async (orgId, _type, ids) =>
      ids.flatMap((id) => {
        const record = records.get(id);
        return record?.orgId === orgId ? [record] : [];
      }),
    write: async (call, writes) => writes.map((one) => write(call, one)),
  };
};
