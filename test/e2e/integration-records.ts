import type { Body, Client } from '@qsc/client';
import { eventually } from '@qsc/test-kit';
import { EXTERNAL, type Partner, type Shop } from '../../scripts/fault-drill/partner/partner.ts';

const MAPPINGS: Body<'replaceMappings'>['mappings'] = [
  {
    entity_type: 'supplier',
    source_object: EXTERNAL.set,
    field_mappings: [
      { source: EXTERNAL.name, target: 'name', required: true },
      { source: EXTERNAL.key, target: 'attributes.supplier_code', required: true },
      { source: EXTERNAL.mark, target: 'attributes.country', transformation: 'country_code' },
    ],
  },
];

const connectionTo = (shop: Shop): Body<'createConnection'> => ({
  name: 'Stand-in',
  type: 'odata_v4',
  authentication: { type: 'api_key', api_key: 'of a stand-in', header: 'x-api-key' },
  endpoints: { api_base: shop.url },
  sync_config: {
    direction: 'inbound',
    change_detection: { method: 'modified_date', field: EXTERNAL.changedAt, buffer_minutes: 0 },
  },
  conflict_resolution: { manual_review_fields: ['supplier.attributes.country'] },
});

export type Connected = { connection_id: string; sync_id: string; conflict_id: string };

/**
 * An active connection to a stand-in with a synchronisation that has ended, a record that our checks refused, and a field that
 * both sides have changed.
 */
export const connectPartner = async (
  { entities, integrations }: Client,
  partner: Partner,
  name: string,
): Promise<Connected> => {
  const shop = partner.shop(name);
  shop.create('Lactose');
  shop.mark('Lactose', 'DE');
  shop.create('Starch');
  const { id } = await integrations.createConnection(connectionTo(shop));
  await integrations.replaceMappings(id, { mappings: MAPPINGS });
  await integrations.authorizeConnection(id);
  await integrations.enableConnection(id);
  await ended(integrations, id);
  const [lactose] = (await entities.list({ type: 'supplier', 'attributes.supplier_code': 'X-Lactose' }).page(1)).data;
  await entities.update(lactose?.id ?? '', { attributes: { country: 'AT' } });
  shop.mark('Lactose', 'CH');
  const { sync_id } = await integrations.startSync(id);
  await ended(integrations, id);
  const [conflict] = (await integrations.listConflicts(id).page(1)).data;
  return { connection_id: id, sync_id, conflict_id: conflict?.id ?? '' };
};

const ended = (integrations: Client['integrations'], id: string): Promise<unknown> =>
  eventually('the synchronisation has ended', async () => {
    const [latest] = (await integrations.listSyncs(id).page(1)).data;
    return latest !== undefined && latest.status !== 'running';
  });
