import { ENDED_STATUSES } from '@qsc/contracts';
import type { CertificateSnapshot, EntitySnapshot, QualityEventSnapshot } from '@qsc/contracts/events';
import { defineCollection } from '@qsc/service-kit';
import { z } from 'zod';

const Json = z.record(z.string(), z.unknown());

const projected = { _id: z.string(), org_id: z.string(), version: z.number().int(), gone: z.boolean() } as const;

/** A component or product, for the suppliers that supply it. */
export const itemRowDefinition = defineCollection({
  name: 'supplied_item',
  shape: z.object({
    ...projected,
    deleted: z.boolean(),
    type: z.string(),
    name: z.string(),
    attributes: z.object({ component_code: z.unknown(), status: z.unknown() }),
    supplied_by: z.array(z.object({ supplier_id: z.string(), attributes: Json })),
  }),
  indexes: [{ keys: { org_id: 1, 'supplied_by.supplier_id': 1 } }],
});

export type ItemRow = z.infer<typeof itemRowDefinition.shape>;

/** The row of a component or product. */
export const toItemRow = (orgId: string, entity: EntitySnapshot): ItemRow => ({
  _id: entity.id,
  org_id: orgId,
  version: entity.version,
  gone: false,
  deleted: entity.deleted,
  type: entity.type,
  name: entity.name,
  attributes: { component_code: entity.attributes.component_code ?? null, status: entity.attributes.status ?? null },
  supplied_by: entity.relationships
    .filter(({ type }) => type === 'supplied_by')
    .map(({ target_id, attributes }) => ({ supplier_id: target_id, attributes })),
});

/** A certificate, for its supplier. */
export const certificateRowDefinition = defineCollection({
  name: 'supplier_certificate',
  shape: z.object({
    ...projected,
    type: z.string(),
    status: z.string(),
    supplier_id: z.string().nullable(),
    component_id: z.string().nullable(),
    expiry_date: z.string().nullable(),
  }),
  indexes: [{ keys: { org_id: 1, supplier_id: 1, status: 1, expiry_date: 1, component_id: 1, gone: 1 } }],
});

export type CertificateRow = z.infer<typeof certificateRowDefinition.shape>;

/** The row of a certificate. */
export const toCertificateRow = (orgId: string, certificate: CertificateSnapshot): CertificateRow => ({
  _id: certificate.id,
  org_id: orgId,
  version: certificate.version,
  gone: false,
  type: certificate.type,
  status: certificate.status,
  supplier_id: certificate.supplier_id,
  component_id: certificate.component_id,
  expiry_date: certificate.expiry_date,
});

/** The stored states that depend on the date: on another day, a read may give another of them. */
export const BY_DATE: readonly string[] = ['valid', 'expiring_soon', 'expired'];

/** A quality event, for the records that it relates to. */
export const qualityRowDefinition = defineCollection({
  name: 'supplier_quality_event',
  shape: z.object({
    ...projected,
    type: z.string(),
    is_open: z.boolean(),
    classification: z.string().nullable(),
    related_ids: z.array(z.string()),
  }),
  indexes: [{ keys: { org_id: 1, related_ids: 1, is_open: 1, type: 1, classification: 1 } }],
});

export type QualityRow = z.infer<typeof qualityRowDefinition.shape>;

/** The row of a quality event. */
export const toQualityRow = (orgId: string, event: QualityEventSnapshot): QualityRow => ({
  _id: event.id,
  org_id: orgId,
  version: event.version,
  gone: false,
  type: event.type,
  is_open: !ENDED_STATUSES.includes(event.status),
  classification: event.classification,
  related_ids: event.related_entities.map(({ id }) => id),
});
