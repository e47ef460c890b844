import { type Connected, type ConnectorMesh, connect, field } from '../connector-mesh.ts';
import { type ODataPartner, type Row, startODataPartner } from './odata-partner.ts';

export const CHANGED = 'changedAt';

const PROPERTIES = {
  ID: 'Edm.String',
  code: 'Edm.String',
  name: 'Edm.String',
  city: 'Edm.String',
  amount: 'Edm.Decimal',
  blocked: 'Edm.String',
  [CHANGED]: 'Edm.DateTimeOffset',
};

const HOUR_MS = 3_600_000;

/** A moment so many hours ago. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

export const supplierRow = (ID: string, given: Row = {}): Row => ({
  ID,
  code: `C-${ID}`,
  name: `Supplier ${ID}`,
  city: 'Basel',
  amount: '1.5',
  blocked: '',
  [CHANGED]: hoursAgo(48),
  ...given,
});

const MAPPING = {
  entity_type: 'supplier',
  source_object: 'Items',
  field_mappings: [
    { ...field('name', 'name'), required: true },
    field('code', 'attributes.supplier_code'),
    field('city', 'attributes.city'),
    field('amount', 'attributes.amount'),
    {
      ...field('blocked', 'attributes.blocked'),
      transformation: { type: 'lookup', values: { X: true, '': false } },
    },
  ],
  bidirectional: {
    enabled: true,
    fields: ['name', 'attributes.city', 'attributes.amount', 'attributes.blocked'],
  },
};

export type Agreement = Connected & { partner: ODataPartner };

/** A partner with these rows, and a connection to it that has taken them. */
export const agreed = async (
  mesh: ConnectorMesh,
  rows: Row[],
  properties: Record<string, string> = {},
): Promise<Agreement> => {
  const partner = await startODataPartner('v4', { keys: ['ID'], properties: { ...PROPERTIES, ...properties } });
  partner.rows = rows;
  // A write is a change there.
  partner.rules = { stored: (fields) => ({ ...fields, [CHANGED]: new Date().toISOString() }) };
  const connected = await connect(mesh, {
    type: 'odata_v4',
    api_base: partner.url,
    changeField: CHANGED,
    mapping: MAPPING,
  });
  return { ...connected, partner };
};

/** The supplier of that code here. */
export const findSupplier = async ({ suppliers }: Agreement, code: string) =>
  (await suppliers()).find(({ attributes }) => attributes.supplier_code === code);

/** Changes a supplier here, and waits until it is pending. */
export const changeHere = async (agreement: Agreement, code: string, attributes: Row): Promise<void> => {
  const id = (await findSupplier(agreement, code))?.id;
  const { status, body } = await agreement.entities.patch(`/entities/${id}`, { attributes });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await agreement.heard(1);
};

/** Has the nightly comparison run with the next synchronisation. */
export const nightfall = ({ database }: ConnectorMesh, { path }: Agreement): Promise<unknown> =>
  database
    .collection('cursor')
    .updateMany(
      { connection_id: path.split('/').at(-1) },
      { $set: { swept_at: new Date(Date.now() - 2 * 86_400_000) } },
    );
