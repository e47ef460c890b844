import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { Source } from '../connector.ts';
import { requireKey } from '../odata/key.ts';
import type { Metadata, Shape } from '../odata/metadata.ts';
import type { ODataService } from '../odata/odata-service.ts';
import { buildFilter } from '../odata/query.ts';
import type { View } from '../odata/reader.ts';
import { isRow, type Row, toEtag } from '../odata/row.ts';
import {
  type ChangeClock,
  dated,
  getChangeField,
  listClockFields,
  readChangedAt,
  toChangeClock,
} from './change-clock.ts';

/** Nothing is deleted in an S/4HANA; these say that it should be taken for it. */
const DELETION_FLAGS = ['IsMarkedForArchiving', 'DeletionIndicator'];

/** The supplier of a business partner: a set of its own, which has no date of change. */
const PARTNERS = 'A_BusinessPartner';
const SUPPLIER = 'to_Supplier';
const SUPPLIER_KEY = 'Supplier';

/** How a source is read: by its own date of change, or where it has none by that of the business partner it belongs to. */
export const makeView =
  (service: ODataService) =>
  async (source: Source): Promise<View> => {
    const metadata = await service.metadata();
    const shape = metadata.getShape(source.object);
    const field = getChangeField(shape, source.changeField);
    if (field !== null) return ownView(source, shape, toChangeClock(shape, field));
    const partners = findPartners(metadata, source);
    const partnerField = partners && getChangeField(partners, source.changeField);
    if (partners && partnerField) return supplierView(source, partners, toChangeClock(partners, partnerField));
    const message = 'The object has no date of its last change. Name one in sync_config.change_detection.field.';
    throw new RemoteRefusal('VALIDATION_ERROR', message);
  };

const ownView = (source: Source, shape: Shape, clock: ChangeClock): View => ({
  set: source.object,
  shape,
  ids: shape.keys,
  paths: [...source.fields, ...shape.keys.map(({ name }) => name), ...listClockFields(clock), ...listFlags(shape)],
  filters: source.filters.map((filter) => buildFilter('v2', shape, filter)),
  ...dated(clock),
  toRecord: ({ row, fields }) => {
    const externalId = requireKey(shape.keys, fields);
    const modifiedAt = readChangedAt(clock, fields);
    return { externalId, modifiedAt, etag: toEtag('v2', row), deleted: isDeleted(fields), fields };
  },
});

/** The shape of business partners, where the source is what they lead to as their suppliers. */
const findPartners = (metadata: Metadata, { object }: Source): Shape | null => {
  if (object !== 'A_Supplier' || !metadata.has(PARTNERS)) return null;
  const partners = metadata.getShape(PARTNERS);
  return partners.nested.has(SUPPLIER) && partners.properties.has(SUPPLIER_KEY) ? partners : null;
};

/** Suppliers, each by way of its business partner; a partner that is none has no number of one. */
const supplierView = (source: Source, partners: Shape, clock: ChangeClock): View => ({
  set: PARTNERS,
  shape: partners,
  ids: [partners.properties.get(SUPPLIER_KEY)].filter((key) => key !== undefined),
  paths: [
    ...[...source.fields, SUPPLIER_KEY].map((path) => `${SUPPLIER}.${path}`),
    ...[SUPPLIER_KEY, ...listClockFields(clock), ...listFlags(partners)],
  ],
  filters: [
    `${SUPPLIER_KEY} gt ''`,
    ...source.filters.map((filter) => buildFilter('v2', partners, { ...filter, field: `${SUPPLIER}.${filter.field}` })),
  ],
  ...dated(clock),
  toRecord: ({ row, fields }) => {
    const [supplier, inner] = [fields[SUPPLIER], row[SUPPLIER]];
    const externalId = String(fields[SUPPLIER_KEY]);
    const modifiedAt = readChangedAt(clock, fields);
    const etag = isRow(inner) ? toEtag('v2', inner) : null;
    return { externalId, modifiedAt, etag, deleted: isDeleted(fields), fields: isRow(supplier) ? supplier : {} };
  },
});

/** The flags that a record has, its supplier's among them. */
const listFlags = (shape: Shape): string[] => {
  const supplier = shape.nested.get(SUPPLIER)?.shape();
  const inner = supplier ? DELETION_FLAGS.filter((flag) => supplier.properties.has(flag)) : [];
  return [
    ...DELETION_FLAGS.filter((flag) => shape.properties.has(flag)),
    ...inner.map((flag) => `${SUPPLIER}.${flag}`),
  ];
};

const isDeleted = (fields: Row): boolean => {
  const supplier = fields[SUPPLIER];
  return [fields, isRow(supplier) ? supplier : {}].some((one) => DELETION_FLAGS.some((flag) => one[flag] === true));
};
