import { newId } from '@qsc/contracts';
import type { Db } from 'mongodb';
import { entryDefinition, type StoredEntry, toStored } from '../../services/audit/src/entry/entry.store.ts';
import { EMPTY_CHAIN, entryAfter, type Head } from '../../services/audit/src/entry/entry.ts';
import { supplierRowDefinition } from '../../services/supplier/src/read-model/supplier-row.ts';
import { makeClient, type Target, until } from './api.ts';
import { databaseName, openEntityFloors, openFileFloors } from './bare-driver.ts';
import { createEntities, fillCollection, type Seeding, times, untilAudited } from './fill.ts';
import { openAuditFloors } from './query-floor.ts';
import { factsAt } from './sample/audit-record.ts';
import { makeDocument, toForm } from './sample/document.ts';
import { newSupplier, supplierRowAt } from './sample/supplier-record.ts';
import { seedDecisions, seedEvents, seedImpact, seedTransitions } from './seed-quality.ts';
import { openSupplierFloors } from './supplier-floor.ts';

const seedEntities = async ({ target, client, entities: count, say }: Seeding) => {
  say(`creating ${count} entities`);
  const ids = await createEntities(target, { count });
  await untilAudited(target, ids.at(-1) ?? '');
  return { ids, floors: await openEntityFloors(client, count) };
};

const WHOLE_SUPPLIERS = 20;
const COMPONENTS = 5;
const CERTIFICATES = 3;
const SMALL_DOCUMENT = 4_096;

/** A supplier with components and certificates. */
const createWhole = async (target: Target, index: number): Promise<string> => {
  const client = makeClient(target);
  const { id } = await client.suppliers.create(newSupplier('SHOWN', index));
  const relationships = [{ type: 'supplied_by', target_id: id, attributes: { on_time_delivery_rate: 97 } }];
  await times(COMPONENTS, (number) =>
    client.entities.create({
      type: 'component',
      name: `Component ${number} of supplier ${index}`,
      relationships,
      attributes: { component_code: `C-${index}-${number}`, status: 'active' },
    }),
  );
  await times(CERTIFICATES, async (number) => {
    const file = new Uint8Array(makeDocument(SMALL_DOCUMENT));
    const metadata = {
      type: 'iso',
      name: `Certificate ${number}`,
      supplier_id: id,
      expiry_date: '2099-01-01',
    } as const;
    await client.certificates.upload({ file, filename: 'certificate.pdf', metadata });
  });
  return id;
};

/** Suppliers for the lists are written straight to the read model; a few whole ones are created through the API. */
const seedSuppliers = async ({ target, client, demo, entities: count, say }: Seeding) => {
  say(`creating ${count} suppliers`);
  const now = new Date();
  const rowAt = (index: number) => supplierRowAt(index, demo.org_id, now);
  await fillCollection(client.db(databaseName('supplier')), supplierRowDefinition.name, { count, rowAt });
  const ids = await times(WHOLE_SUPPLIERS, (index) => createWhole(target, index), 1);
  for (const id of ids)
    await until('a supplier is known with all that it supplies', async () => {
      const include = ['components', 'certificates', 'metrics'] as const;
      const { components, certificates, metrics } = await makeClient(target).suppliers.get(id, { include });
      const counts = [components?.length, metrics?.total_components, certificates?.length];
      return counts.join() === [COMPONENTS, COMPONENTS, CERTIFICATES].join();
    });
  return { ids, floors: openSupplierFloors(client, demo.org_id) };
};

const MEBIBYTE = 1024 * 1024;
const FILES = 8;

/** An upload of 1 MiB that is ready to be sent, and certificates that are there. */
const seedCertificates = async ({ target, client }: Seeding) => {
  const file = makeDocument(MEBIBYTE);
  const metadata = { type: 'iso', name: 'Certificate of 1 MiB', expiry_date: '2099-01-01' } as const;
  const upload = { file: new Uint8Array(file), filename: 'certificate.pdf', metadata };
  const form = await toForm(file, metadata);
  const made = await times(FILES, () => makeClient(target).certificates.upload(upload), 1);
  return { form, ids: made.map(({ id }) => id), floors: await openFileFloors(client, file) };
};

const QUIET_MS = 5_000;
const SPAN_MS = 2 * 365 * 86_400_000;

/** The end of an organisation's chain, when nothing was added for a while: what is filled in continues from there. */
const readQuietHead = async (database: Db, org_id: string): Promise<Head> => {
  const entries = database.collection<StoredEntry>(entryDefinition.name);
  let before = -1;
  return until<Head>(
    'nothing is added to the audit log',
    async () => {
      const head = (await entries.findOne({ org_id }, { sort: { sequence: -1 } })) ?? EMPTY_CHAIN;
      if (head.sequence === before) return head;
      before = head.sequence;
      return null;
    },
    QUIET_MS,
  );
};

/** Adds entries to the organisation's chain, straight in the database, as the service would write them. */
const seedAudit = async ({ client, demo: { org_id: orgId }, auditEntries: count }: Seeding) => {
  const database = client.db(databaseName('audit'));
  const began = Date.now() - SPAN_MS;
  const timeAt = (index: number) => new Date(began + Math.floor((index * SPAN_MS) / count));
  let head = await readQuietHead(database, orgId);
  const rowAt = (index: number): StoredEntry => {
    const action = { eventId: newId('event'), orgId, time: timeAt(index), facts: factsAt(index, count) };
    const entry = entryAfter(head, action, action.time);
    head = entry;
    return toStored(entry);
  };
  await fillCollection(database, entryDefinition.name, { count, rowAt });
  return { orgId, count, timeAt, floors: openAuditFloors(client, orgId) };
};

/** What rows need a mesh to be filled with, and how it is. The quality events come late, so that no index waits for them. */
export const SEEDS = {
  entity: seedEntities,
  supplier: seedSuppliers,
  certificate: seedCertificates,
  'impact analysis': seedImpact,
  transition: seedTransitions,
  'signed decision': seedDecisions,
  quality: seedEvents,
  audit: seedAudit,
} as const satisfies Record<string, (seeding: Seeding) => Promise<unknown>>;

export type Material = keyof typeof SEEDS;

/** What of it a mesh has. */
export type Filled = { [Of in Material]: Awaited<ReturnType<(typeof SEEDS)[Of]>> };

/** The service that a material cannot be without. */
export const getService = (material: Material): string =>
  (['impact analysis', 'transition', 'signed decision'] as Material[]).includes(material) ? 'quality' : material;
