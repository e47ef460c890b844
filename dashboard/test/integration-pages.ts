import { createClient } from '@qsc/client';
import { eventually } from '@qsc/test-kit';
import { EXTERNAL, type Partner } from '../../scripts/fault-drill/partner/partner.ts';
import type { Demo } from '../../test/e2e/demo.ts';
import type { Shown } from './shown-page.ts';

/** A connection with a dry run, a record that waits, and a field that both sides have changed. */
type Seeded = { connection: string; dryRun: string; sync: string };

/** Connects a stand-in of an external system by the API. */
export const seedIntegration = async ({ base_url, api_key }: Demo, partner: Partner): Promise<Seeded> => {
  const { entities, integrations } = createClient({ baseUrl: base_url, credential: { apiKey: api_key } });
  const run = String(Date.now());
  const shop = partner.shop(run);
  const names = ['Lactose monohydrate of the plant in Basel', 'Starch'].map((name) => `${name} ${run}`);
  for (const name of names) shop.create(name);
  const [lactose = '', starch = ''] = names;
  shop.mark(lactose, 'DE');
  const { id } = await integrations.createConnection({
    name: `Vendor service ${run}`,
    type: 'odata_v4',
    authentication: { type: 'api_key', api_key: 'of a stand-in', header: 'x-api-key' },
    endpoints: { api_base: shop.url },
    sync_config: { direction: 'bidirectional', change_detection: { field: EXTERNAL.changedAt, buffer_minutes: 0 } },
    conflict_resolution: { manual_review_fields: ['supplier.attributes.country'] },
  });
  const ended = async (sync: string): Promise<string> => {
    await eventually(
      'the synchronisation ends',
      async () => (await integrations.getSync(id, sync)).status !== 'running',
    );
    return sync;
  };
  const start = async (query: { dry_run?: boolean }): Promise<string> =>
    ended((await integrations.startSync(id, query)).sync_id);
  await integrations.authorizeConnection(id);
  await integrations.replaceMappings(id, {
    mappings: [
      {
        entity_type: 'supplier',
        source_object: EXTERNAL.set,
        field_mappings: [
          { source: EXTERNAL.name, target: 'name', required: true },
          { source: EXTERNAL.key, target: 'attributes.supplier_code', required: true },
          { source: EXTERNAL.mark, target: 'attributes.country', transformation: 'country_code' },
        ],
        filters: [{ field: EXTERNAL.name, operator: 'ne', value: '' }],
      },
    ],
  });
  await integrations.enableConnection(id);
  const sync = await eventually('the first synchronisation ends', async () => {
    const [first] = (await integrations.listSyncs(id).page(1)).data;
    return first !== undefined && first.status !== 'running' && first.sync_id;
  });
  const code = { type: 'supplier' as const, 'attributes.supplier_code': `X-${lactose}` };
  const [record] = (await entities.list(code).page(1)).data;
  await entities.update(record?.id ?? '', { attributes: { country: 'AT' } });
  shop.mark(lactose, 'CH');
  await start({});
  shop.mark(starch, 'FR');
  return { connection: id, sync, dryRun: await start({ dry_run: true }) };
};

/** The pages of the integrations. */
export const integrationPages = ({ connection, dryRun, sync }: Seeded): Shown[] => {
  const path = `/integrations/${connection}`;
  return [
    {
      name: 'integration-list',
      path: '/integrations',
      ready: (page) => page.getByText('Some records wait').first().waitFor(),
    },
    {
      name: 'integration-list-empty',
      path: '/integrations?status=error',
      ready: (page) => page.getByText('No connection fits these filters').waitFor(),
    },
    {
      name: 'integration-new',
      path: '/integrations/new',
      role: 'system_admin',
      ready: (page) => page.getByRole('radio', { name: 'Veeva Vault' }).check(),
    },
    {
      name: 'integration-new-oauth',
      path: '/integrations/new',
      role: 'system_admin',
      ready: (page) => page.getByRole('radio', { name: 'SAP S/4HANA' }).check(),
    },
    {
      name: 'integration',
      path,
      role: 'system_admin',
      ready: (page) => page.getByText('Waiting to come here').waitFor(),
    },
    {
      name: 'integration-mappings',
      path: `${path}?tab=mappings`,
      ready: (page) => page.getByRole('region', { name: /^Fields of/ }).waitFor(),
    },
    {
      name: 'integration-syncs',
      path: `${path}?tab=syncs`,
      ready: (page) => page.getByRole('cell', { name: 'Dry run' }).waitFor(),
    },
    {
      name: 'integration-parked',
      path: `${path}?tab=parked`,
      ready: (page) => page.getByRole('cell', { name: 'Refused here' }).waitFor(),
    },
    {
      name: 'integration-conflicts',
      path: `${path}?tab=conflicts`,
      role: 'system_admin',
      ready: (page) => page.getByRole('cell', { name: 'CH', exact: true }).waitFor(),
    },
    {
      name: 'integration-change',
      path: `${path}/change`,
      role: 'system_admin',
      ready: (page) => page.getByRole('textbox', { name: 'Address of the API' }).waitFor(),
    },
    {
      name: 'integration-mapping',
      path: `${path}/mappings/new`,
      role: 'system_admin',
      ready: (page) => page.getByRole('combobox', { name: 'Object there' }).waitFor(),
    },
    {
      name: 'integration-sync',
      path: `${path}/syncs/${sync}`,
      ready: (page) => page.getByRole('region', { name: 'Records with errors' }).waitFor(),
    },
    {
      name: 'integration-dry-run',
      path: `${path}/syncs/${dryRun}`,
      ready: (page) => page.getByRole('region', { name: 'Differences' }).waitFor(),
    },
  ];
};
