import { type ApiClient, eventually } from '@qsc/test-kit';
import { EXTERNAL, type Partner, type Shop } from '../../scripts/fault-drill/partner/partner.ts';
import { dataOf } from './approval-records.ts';

const MAPPINGS = [
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

const connectionTo = (shop: Shop) => ({
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
export const connectPartner = async (api: ApiClient, partner: Partner, name: string): Promise<Connected> => {
  const shop = partner.shop(name);
  shop.create('Lactose');
  shop.mark('Lactose', 'DE');
  shop.create('Starch');
  const { id } = dataOf(await api.post('/v1/integrations/connections', connectionTo(shop)));
  const path = `/v1/integrations/connections/${id}`;
  dataOf(await api.put(`${path}/mappings`, { mappings: MAPPINGS }));
  dataOf(await api.post(`${path}/authorize`, {}));
  dataOf(await api.post(`${path}/enable`, {}));
  await ended(api, path);
  const found = await api.get('/v1/entities?type=supplier&attributes.supplier_code=X-Lactose');
  dataOf(await api.patch(`/v1/entities/${found.body.data[0].id}`, { attributes: { country: 'AT' } }));
  shop.mark('Lactose', 'CH');
  const sync = await api.post(`${path}/sync`, {});
  await ended(api, path);
  const conflicts = await api.get(`${path}/conflicts`);
  return { connection_id: id, sync_id: sync.body.data.sync_id, conflict_id: conflicts.body.data[0].id };
};

const ended = (api: ApiClient, path: string): Promise<unknown> =>
  eventually('the synchronisation has ended', async () => {
    const { body } = await api.get(`${path}/history`);
    return body.data.length > 0 && body.data[0].status !== 'running';
  });
