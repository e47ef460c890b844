import { z } from 'zod';
import { QUALITY_EVENT_TYPES } from './quality-event.ts';

/** The kinds of entity (specification, "Entity"). */
export const ENTITY_TYPES = [
  'supplier',
  'component',
  'product',
  'certificate',
  'equipment',
  'facility',
  'document',
] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];

const ENTITY_KINDS: ReadonlySet<string> = new Set(ENTITY_TYPES);

/** Those of the types of records that are kinds of entity, each once. */
export const entityKinds = (types: readonly string[]): string[] =>
  [...new Set(types)].filter((type) => ENTITY_KINDS.has(type));

/** The attribute that holds the code of an entity, which no other entity of the type in the organisation has (decisions §2). */
export const CODE_ATTRIBUTES: Readonly<Partial<Record<EntityType, string>>> = {
  supplier: 'supplier_code',
  component: 'component_code',
};

/** The kinds of record that audit entries and events are of: what their filters and subscriptions take. */
export const RECORDED_TYPES = [
  ...ENTITY_TYPES,
  ...QUALITY_EVENT_TYPES,
  'api_key',
  'audit_export',
  'audit_review',
  'audit_segment',
  'compliance_report',
  'delegation',
  'expiry_alert',
  'expiry_alert_rule',
  'integration_conflict',
  'integration_connection',
  'legal_hold',
  'oauth_application',
  'organization',
  'restore_drill',
  'retention_policy',
  'signing_key',
  'system_qualification',
  'user',
  'vendor_list',
  'webhook',
  'workflow',
] as const;

/** A kind of record out of the closed set, where a request names one. */
export const RecordedType: z.ZodType<string, string> = z.enum(RECORDED_TYPES);
