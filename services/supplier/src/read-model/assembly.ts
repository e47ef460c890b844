import { type Assemble, type Collection, toRowWrite, type Written } from '@qsc/service-kit';
import mongoose, { type mongo } from 'mongoose';
import { BY_DATE, type CertificateRow, type ItemRow } from './source-row.ts';
import { fitting, type SuppliedItem, type SupplierRow, toFacets, toSuppliedItem } from './supplier-row.ts';

export type ReadModel = {
  suppliers: Collection<SupplierRow>;
  items: Collection<ItemRow>;
  certificates: Collection<CertificateRow>;
};

type Session = { session: mongo.ClientSession };

const STEP = 500;

/** The native collection, since the projection's transaction reads and writes it. */
const stored = <Row extends { _id: string }>({ model }: Collection<Row>): mongo.Collection<Row> =>
  model.collection as unknown as mongo.Collection<Row>;

const unique = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

/** Suppliers that name a written item in `supplies`: the item may have come after them. */
const findSuppliers = async ({ suppliers }: ReadModel, written: readonly Written[], { session }: Session) => {
  const ids = unique(written.map(({ row }) => row._id));
  const orgs = unique(written.map(({ row }) => row.org_id));
  if (ids.length === 0) return [];
  const filter = { org_id: { $in: orgs }, supplies: { $in: ids } } as mongo.Filter<SupplierRow>;
  const found = await stored(suppliers)
    .find(filter, { session, projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
};

/** The writes of one collection. */
const writtenIn = <Row extends { _id: string }>(
  written: readonly Written[],
  { definition }: Collection<Row>,
): Written[] => written.filter(({ rows }) => rows.definition.name === definition.name);

/** The suppliers whose rows may change, by the written rows and the rows before them. */
const affected = async (model: ReadModel, written: readonly Written[], { session }: Session): Promise<string[]> => {
  const both = <Row>(changes: readonly Written[]): Row[] =>
    changes.flatMap(({ row, former }) => [row, ...(former ? [former] : [])]) as Row[];
  const items = writtenIn(written, model.items);
  return unique([
    ...writtenIn(written, model.suppliers).map(({ row }) => row._id),
    ...both<ItemRow>(items).flatMap(({ supplied_by }) => supplied_by.map(({ supplier_id }) => supplier_id)),
    ...both<CertificateRow>(writtenIn(written, model.certificates)).map(({ supplier_id }) => supplier_id),
    ...(await findSuppliers(model, items, { session })),
  ]);
};

/** The items of a supplier, each once. Where both ends have attributes, those of `supplies` win (decisions §4, "Suppliers"). */
const collectItems = (supplier: SupplierRow, items: readonly ItemRow[]): SuppliedItem[] => {
  const outbound = new Map(
    supplier.relationships
      .filter(({ type }) => type === 'supplies')
      .map(({ target_id, attributes }) => [target_id, attributes]),
  );
  return items.flatMap((item) => {
    if (item.org_id !== supplier.org_id) return [];
    const inbound = item.supplied_by.find(({ supplier_id }) => supplier_id === supplier._id)?.attributes;
    const own = outbound.get(item._id);
    return own || inbound ? [toSuppliedItem(item, { ...inbound, ...own })] : [];
  });
};

const assembled = (supplier: SupplierRow, items: readonly ItemRow[], expiry_days: string[]): Partial<SupplierRow> => {
  const live = !supplier.deleted && !supplier.gone;
  const held = fitting(collectItems(supplier, items), (item) => mongoose.mongo.BSON.calculateObjectSize(item));
  return { live, ...held, expiry_days, facets: toFacets({ ...supplier, expiry_days }) };
};

type Days = { _id: { org_id: string; supplier_id: string }; days: string[] };

const readItems = async ({ items }: ReadModel, suppliers: readonly SupplierRow[], { session }: Session) => {
  const org_id = { $in: unique(suppliers.map((row) => row.org_id)) };
  const shown = { deleted: false, gone: false };
  const named = unique(suppliers.flatMap(({ supplies }) => supplies));
  const pointing = suppliers.map(({ _id }) => _id);
  const find = (filter: object) =>
    stored(items)
      .find({ org_id, ...filter, ...shown } as mongo.Filter<ItemRow>, { session })
      .toArray();
  const outbound = named.length > 0 ? await find({ _id: { $in: named } }) : [];
  const inbound = await find({ 'supplied_by.supplier_id': { $in: pointing } });
  const all = new Map([...outbound, ...inbound].map((item) => [item._id, item as ItemRow]));
  return [...all.values()].sort((one, other) => (one._id < other._id ? -1 : 1));
};

const readDays = async ({ certificates }: ReadModel, suppliers: readonly SupplierRow[], { session }: Session) => {
  const filter = {
    org_id: { $in: unique(suppliers.map(({ org_id }) => org_id)) },
    supplier_id: { $in: suppliers.map(({ _id }) => _id) },
    status: { $in: [...BY_DATE] },
    expiry_date: { $ne: null },
    gone: false,
  };
  const _id = { org_id: '$org_id', supplier_id: '$supplier_id' };
  const stages = [{ $match: filter }, { $group: { _id, days: { $addToSet: '$expiry_date' } } }];
  const found = await stored(certificates).aggregate<Days>(stages, { session }).toArray();
  return new Map(found.map(({ _id: of, days }) => [`${of.org_id}/${of.supplier_id}`, days.sort()]));
};

/**
 * Assembles the derived part of suppliers' rows whenever a source of it was written. Suppliers of the same batch are written
 * once, since each write updates many indexes. The same sources give the same rows in any order.
 */
export const makeAssemble = (model: ReadModel): Assemble => {
  const find = async (ids: readonly string[], session: mongo.ClientSession): Promise<SupplierRow[]> => {
    if (ids.length === 0) return [];
    const filter = { _id: { $in: [...ids] } } as mongo.Filter<SupplierRow>;
    return (await stored(model.suppliers).find(filter, { session }).toArray()) as SupplierRow[];
  };

  /** `own`: the suppliers of the batch itself, which are not written yet. */
  const assembleStep = async (
    ids: readonly string[],
    own: ReadonlyMap<string, Written>,
    session: mongo.ClientSession,
  ): Promise<void> => {
    const brought = ids.flatMap((id) => (own.get(id)?.row as SupplierRow | undefined) ?? []);
    const others = ids.filter((id) => !own.has(id));
    const suppliers = [...brought, ...(await find(others, session))];
    if (suppliers.length === 0) return;
    const items = await readItems(model, suppliers, { session });
    const days = await readDays(model, suppliers, { session });
    const operations = suppliers.map((supplier) => {
      const part = assembled(supplier, items, days.get(`${supplier.org_id}/${supplier._id}`) ?? []);
      const written = own.get(supplier._id);
      if (written) return toRowWrite({ ...supplier, ...part }, written.former);
      return { updateOne: { filter: { _id: supplier._id }, update: { $set: part } } };
    });
    await stored(model.suppliers).bulkWrite(operations as never, { session, ordered: false });
  };

  return async (written, session) => {
    const ids = await affected(model, written, { session });
    const own = new Map(writtenIn(written, model.suppliers).map((one) => [one.row._id, one]));
    for (let from = 0; from < ids.length; from += STEP) await assembleStep(ids.slice(from, from + STEP), own, session);
  };
};
