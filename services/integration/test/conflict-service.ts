import { newId, type Role } from '@qsc/contracts';
import { type Kit, notFound, type RunningService, startService } from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
  dropDatabases,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
  untilReady,
} from '@qsc/test-kit';
import mongoose, { type mongo } from 'mongoose';
import { composeConflicts, conflictCollections } from '../src/compose.ts';
import type { ConflictStore } from '../src/conflict/conflict.store.ts';
import type { ConflictSubject } from '../src/conflict/conflict.ts';
import type { Connection } from '../src/connection/connection.ts';
import { type LinkStore, linkDefinition, makeLinkStore } from '../src/link/link.store.ts';
import { awaitingLink, changedLink, type Link, type LinkedValues } from '../src/link/link.ts';
import type { Mapping } from '../src/mapping/mapping.ts';
import type { FieldConflict } from '../src/merge/merge.ts';
import { type StandInRecords, standInRecords } from './stand-in-records.ts';

export const CONNECTION = newId('connection');
export const CONFLICTS_PATH = `/integrations/connections/${CONNECTION}/conflicts`;
export const COUNTRY = { target: 'attributes.country', base: 'DE', local: 'AT', remote: 'CH' };
export const REASON = 'The letter of 27 February';

/** The routes of conflicts with their store and that of links on real MongoDB and RabbitMQ; the records are stand-ins. */
export type ConflictProgram = {
  amqpUrl: string;
  records: StandInRecords;
  links: LinkStore;
  store: ConflictStore;
  database: mongo.Db;
  api(options?: { orgId?: string; role?: Role }): ApiClient & { orgId: string };
  /** A link as a synchronisation leaves it, of a record that is there. `sends`: its mapping sends records there. */
  link(orgId: string, of?: { sends?: boolean }): Promise<{ link: Link; subject: ConflictSubject }>;
  /** What a synchronisation commits for a link whose merge found these. `shadow`: values that both sides have by then. */
  review(subject: ConflictSubject, found: readonly FieldConflict[], shadow?: LinkedValues): Promise<void>;
  stop(): Promise<void>;
};

const toSubject = (link: Link): ConflictSubject => ({
  link_id: link.id,
  org_id: link.org_id,
  connection_id: link.connection_id,
  mapping_id: link.mapping_id,
  entity_type: link.entity_type,
  entity_id: link.entity_id,
  external_id: link.external_id ?? '',
});

type Composed = { kit: Kit; links: LinkStore; store: ConflictStore };

const startProgram = async (
  config: ReturnType<typeof testServiceConfig>,
  { records, mappings }: { records: StandInRecords; mappings: readonly Mapping[] },
) => {
  const composed: Composed[] = [];
  const connections = {
    async get(_orgId: string, id: string) {
      if (id !== CONNECTION) throw notFound('connection', id);
      const sync_config = { direction: 'bidirectional' } as Connection['sync_config'];
      return { sync_config, mappings };
    },
  };
  const service: RunningService = await startService({
    name: 'integration',
    config,
    collections: [linkDefinition, ...conflictCollections],
    compose(kit) {
      const links = makeLinkStore(kit.open(linkDefinition));
      const { store, routes } = composeConflicts(kit, { connections, links, records });
      composed.push({ kit, links, store });
      return { routes };
    },
  });
  await untilReady(service);
  return { service, ...(composed[0] as Composed) };
};

export const startConflictProgram = async (): Promise<ConflictProgram> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const records = standInRecords();
  const mappings: Mapping[] = [];
  const { service, kit, links, store } = await startProgram(testServiceConfig(environment, identity), {
    records,
    mappings,
  });
  const connection = await mongoose
    .createConnection(environment.mongodbUri, { dbName: `${environment.prefix}integration` })
    .asPromise();
  return {
    amqpUrl: environment.amqpUrl,
    records,
    links,
    store,
    database: connection.getClient().db(connection.name),
    api({ orgId = newId('organization'), role = 'system_admin' } = {}) {
      const client = apiClient(`http://127.0.0.1:${service.httpPort}/v1`, identity.token({ orgId, role }));
      return { ...client, orgId };
    },
    async link(orgId, { sends = true } = {}) {
      const id = newId('entity');
      records.put(orgId, { id, version: 2, attributes: { country: 'AT' } });
      const mappingKey = { orgId, connectionId: CONNECTION, mappingId: newId('mapping') };
      mappings.push({ id: mappingKey.mappingId, bidirectional: { enabled: sends }, workflow_sync: null } as Mapping);
      const shadow = { name: 'Acme', 'attributes.country': 'DE' };
      const link: Link = {
        ...awaitingLink(mappingKey, { id, entityType: 'supplier', version: 2 }, new Date()),
        external_id: `X-${id}`,
        shadow,
        local_version: 2,
        dirty: false,
      };
      await kit.unitOfWork.commit([links.insert(link)], []);
      return { link, subject: toSubject(link) };
    },
    async review(subject, found, shadow = {}) {
      const now = new Date();
      const existing = await store.findOpen(subject.org_id, [subject.link_id]);
      const link = await links.find(subject.org_id, subject.link_id);
      const alike = Object.keys(shadow).length > 0 && link;
      const linkChanges = alike
        ? [links.update(changedLink(link, { shadow: { ...link.shadow, ...shadow } }, now))]
        : [];
      await kit.unitOfWork.commit([...store.open(subject, { found, existing }, now), ...linkChanges], []);
    },
    async stop() {
      await service.stop();
      await connection.close();
      await identity.stop();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};

/** An organisation with one conflict, unless others are given. */
export const givenConflict = async (
  program: ConflictProgram,
  found: readonly FieldConflict[] = [COUNTRY],
  of: { sends?: boolean } = {},
) => {
  const api = program.api();
  const { link, subject } = await program.link(api.orgId, of);
  await program.review(subject, found);
  const { body } = await api.get(CONFLICTS_PATH);
  const [first] = body.data;
  const path = `${CONFLICTS_PATH}/${first.id}`;
  const shown = () => api.get(path);
  const resolve = (input: unknown, headers = {}) => api.post(`${path}/resolve`, input, { headers });
  return { api, link, subject, id: first.id as string, first, shown, resolve };
};

export type GivenConflict = (
  found?: readonly FieldConflict[],
  of?: { sends?: boolean },
) => ReturnType<typeof givenConflict>;
