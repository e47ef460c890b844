import { RECORD_STATES } from '@qsc/contracts';
import type { EntitySnapshot } from '@qsc/contracts/events';

/** A supplier as the API shows it: an entity with its code on top. */
export type Supplier = {
  id: string;
  type: 'supplier';
  name: string;
  supplier_code: string | null;
  attributes: Record<string, unknown>;
  relationships: SupplierRelationship[];
  created_at: Date | string;
  updated_at: Date | string;
  created_by: string;
  version: number;
};

export type SupplierRelationship = {
  id: string;
  type: string;
  target_id: string;
  target_name?: string | null;
  attributes: Record<string, unknown>;
};

/** The levels of risk, highest first (specification, "Supplier"). */
export const RISK_LEVELS = ['critical', 'high', 'medium', 'low'] as const;

const STATES = RECORD_STATES.supplier;

/** The states of a supplier's qualification, and the alias of the first. */
export const QUALIFICATION_STATUSES: readonly string[] = [...Object.keys(STATES?.transitions ?? {}), 'pending'];

/** The state of a stored value: `pending` and a missing value count as `new` (decisions §4, "Entities"). */
export const toStatus = (status: unknown): string =>
  typeof status !== 'string' || STATES?.initial.includes(status) ? 'new' : status;

/** The code from an entity's attributes, in the form in which it is unique. */
export const toCode = ({ supplier_code }: Record<string, unknown>): string | null =>
  typeof supplier_code === 'string' || typeof supplier_code === 'number' ? String(supplier_code) || null : null;

type Shown = Pick<EntitySnapshot, 'id' | 'name' | 'attributes' | 'relationships' | 'created_by' | 'version'> & {
  created_at: Date | string;
  updated_at: Date | string;
};

/** An entity as a supplier. `names` are those of the targets of its relationships, where they were read. */
export const toSupplier = (entity: Shown, names?: ReadonlyMap<string, string>): Supplier => {
  const { supplier_code: _code, ...attributes } = entity.attributes;
  return {
    id: entity.id,
    type: 'supplier',
    name: entity.name,
    supplier_code: toCode(entity.attributes),
    attributes,
    relationships: entity.relationships.map((known) => ({
      ...known,
      ...(names ? { target_name: names.get(known.target_id) ?? null } : {}),
    })),
    created_at: entity.created_at,
    updated_at: entity.updated_at,
    created_by: entity.created_by,
    version: entity.version,
  };
};

/** The attributes of a new supplier (specification, "Supplier qualification_status"). */
export const newAttributes = (code: string, attributes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...attributes,
  supplier_code: code,
  qualification_status: 'new',
});

/** The merge patch of a supplier's attributes for a change. */
export const attributesPatch = (
  code: string | undefined,
  attributes: Record<string, unknown> = {},
): Record<string, unknown> => ({ ...attributes, ...(code === undefined ? {} : { supplier_code: code }) });

/** How many days before its expiry a certificate is expiring_soon (specification, "Limits"). */
export const EXPIRING_DAYS = 90;
