import { CODE_ATTRIBUTES } from '@qsc/contracts';
import type { Entity } from './entity.ts';

/** Attributes whose words search looks into, beside the name and the code of the type. */
const SEARCHED = ['code', 'product_code', 'number', 'document_number', 'batch_number', 'description'] as const;

const toText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** The code that people know an entity by; null for one without. */
export const shownCode = ({ type, attributes }: Pick<Entity, 'type' | 'attributes'>): string | null =>
  [CODE_ATTRIBUTES[type] ?? '', ...SEARCHED.slice(0, -1)]
    .map((name) => toText(attributes[name]))
    .find((code) => code !== null) ?? null;

/** The texts of an entity that search finds it by (decisions §2). */
export const listTexts = (entity: Pick<Entity, 'type' | 'name' | 'attributes'>): (string | null)[] => [
  entity.name,
  shownCode(entity),
  ...SEARCHED.map((name) => toText(entity.attributes[name])),
];
