import { newId } from '@qsc/contracts';
import type { Connection } from '../../src/connection/connection.ts';
import type { RemoteContent, RemoteRecord, RemoteSystem, Source } from '../../src/connector/connector.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import type { MirrorRun } from '../../src/mirror/mirror.ts';
import { RemoteRefusal, RemoteTrouble } from '../../src/remote/remote-error.ts';
import { makeCall } from '../local/sync-call.ts';

const SOURCE: Source = {
  object: 'documents',
  documentTypes: [],
  fields: [],
  filters: [],
  changeField: null,
  pageSize: 100,
};

/** An external system of files and states, as a connector gives it out. */
export const partner = () => {
  const files = new Map<string, RemoteContent>();
  const acted: [id: string, action: string][] = [];
  const fetched: string[] = [];
  let refusal: Error | null = null;
  const system = {
    async content(_source: Source, id: string, rendition: string | null) {
      fetched.push(`${id}/${rendition}`);
      const file = files.get(id);
      if (!file) throw new RemoteRefusal('RECORD_NOT_FOUND', 'There is no such file.');
      return file;
    },
    async act(_source: Source, id: string, action: string) {
      if (refusal) throw refusal;
      acted.push([id, action]);
    },
  } as unknown as RemoteSystem;
  return {
    system,
    acted,
    fetched,
    putFile: (id: string, bytes: Buffer, name = 'document.pdf') =>
      files.set(id, { name, mediaType: 'application/pdf', bytes }),
    refuseActs(error: Error | null) {
      refusal = error;
    },
  };
};

export type Partner = ReturnType<typeof partner>;

/** Trouble of the partner that says nothing of a record. */
export const trouble = new RemoteTrouble('It does not answer.');

/** A record of the partner; each version of it has another time of change. */
export const remoteRecord = (fields: object, version = 1): RemoteRecord => ({
  externalId: newId('event'),
  modifiedAt: new Date(Date.UTC(2026, 0, version)).toISOString(),
  etag: null,
  deleted: false,
  fields: { ...fields },
});

type About = {
  mapping: Partial<Mapping>;
  connection?: Partial<Pick<Connection, 'sync_config' | 'conflict_resolution'>>;
};

/** A synchronisation of one mapping. */
export const mirrorRun = (
  orgId: string,
  { system }: Pick<Partner, 'system'>,
  { mapping, connection }: About,
): MirrorRun => ({
  connection: {
    id: 'conn_1',
    org_id: orgId,
    name: 'Vault',
    type: 'veeva_vault',
    sync_config: { direction: 'bidirectional' },
    conflict_resolution: { default_strategy: 'external_wins' },
    ...connection,
  } as Connection,
  mapping: {
    id: 'map_1',
    source_object: 'documents',
    content_sync: null,
    workflow_sync: null,
    esignature_sync: null,
    ...mapping,
  } as Mapping,
  source: SOURCE,
  system,
  call: makeCall(orgId),
});
