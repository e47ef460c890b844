import { supplierEvents } from '@qsc/contracts/events';
import { AppError, authorize, type Call, makeEvent, type PageOf, type RecordRead, toReadFacts } from '@qsc/service-kit';
import type { Changed, EntityClient, EntityRecord } from '../entity.client.ts';
import type { Inclusions, ReadInclusions } from '../inclusion/inclusion.service.ts';
import type { Inclusion } from '../inclusion/inclusion.ts';
import type { ApplyChange } from '../read-model/read-through.ts';
import type { CreateSupplier, PatchSupplier, SupplierListQuery } from './supplier.schemas.ts';
import { attributesPatch, newAttributes, type Supplier, toSupplier } from './supplier.ts';

export type SupplierService = {
  list(orgId: string, query: SupplierListQuery): Promise<PageOf<Supplier>>;
  create(input: CreateSupplier, call: Call): Promise<Supplier>;
  read(id: string, include: readonly Inclusion[], call: Call): Promise<Supplier & Partial<Inclusions>>;
  patch(id: string, patch: PatchSupplier, call: Call): Promise<Supplier>;
};

export type SupplierParts = {
  entities: EntityClient;
  list: (orgId: string, query: SupplierListQuery) => Promise<PageOf<Supplier>>;
  apply: ApplyChange;
  recordRead: RecordRead<EntityRecord>;
  readInclusions: ReadInclusions;
};

/** The event of a read. */
export const toReadEvent = (supplier: EntityRecord, call: Call) =>
  makeEvent(supplierEvents.read, call, {
    audit: toReadFacts(supplier),
    record: { id: supplier.id, version: supplier.version },
  });

/** The error with the field name of this API: the code is a member of the body here, and an attribute of the entity. */
const namedAsHere = (error: unknown): never => {
  if (!(error instanceof AppError) || error.details?.field !== 'attributes.supplier_code') throw error;
  throw new AppError(error.code, error.message, {
    details: { ...error.details, field: 'supplier_code' },
    cause: error,
  });
};

/** The use cases of suppliers. The entity service commits every change (specification, "Suppliers"). */
export const makeSupplierService = (parts: SupplierParts): SupplierService => {
  const { entities, list, apply, recordRead, readInclusions } = parts;

  const shown = async (supplier: EntityRecord): Promise<Supplier> => {
    const ids = supplier.relationships.map(({ target_id }) => target_id);
    return toSupplier(supplier, await entities.names(supplier.org_id, ids));
  };

  const changed = async (changing: Promise<Changed>): Promise<Supplier> => {
    const { entity } = await changing.catch(namedAsHere);
    await apply(entity);
    return shown(entity);
  };

  return {
    list,
    create: ({ name, supplier_code, attributes }, call) =>
      changed(entities.createSupplier(call, { name, attributes: newAttributes(supplier_code, attributes) })),
    async read(id, include, call) {
      if (include.includes('quality_events')) authorize(call.actor, { scope: 'quality-events:read' });
      const [supplier, included] = await Promise.all([
        entities.getSupplier(call.actor.org_id, id),
        readInclusions(include, call.actor.org_id, id),
      ]);
      await recordRead(supplier, call);
      return { ...(await shown(supplier)), ...included };
    },
    patch: (id, { name, supplier_code, attributes }, call) =>
      changed(
        entities.changeSupplier(call, id, { change: { name, attributes: attributesPatch(supplier_code, attributes) } }),
      ),
  };
};
