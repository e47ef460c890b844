import { exampleId, type Scope, type Tag } from '@qsc/contracts';

/** The kinds of record that are copied, by the path of their collection. */
export const COPY_KINDS = ['quality-events', 'suppliers', 'certificates', 'entities'] as const;

export type CopyKind = (typeof COPY_KINDS)[number];

type Described = {
  /** The service that owns the records. */
  owner: 'quality' | 'supplier' | 'certificate' | 'entity';
  scope: Scope;
  tag: Tag;
  /** The name in ids of operations. */
  name: string;
  noun: string;
  nouns: string;
  parameter: string;
  example: string;
};

export const KINDS: Readonly<Record<CopyKind, Described>> = {
  'quality-events': {
    owner: 'quality',
    scope: 'quality-events:read',
    tag: 'Quality events',
    name: 'QualityEvent',
    noun: 'a quality event',
    nouns: 'quality events',
    parameter: 'event_id',
    example: exampleId('qualityEvent'),
  },
  suppliers: {
    owner: 'supplier',
    scope: 'suppliers:read',
    tag: 'Suppliers',
    name: 'Supplier',
    noun: 'a supplier',
    nouns: 'suppliers',
    parameter: 'supplier_id',
    example: exampleId('entity'),
  },
  certificates: {
    owner: 'certificate',
    scope: 'certificates:read',
    tag: 'Certificates',
    name: 'Certificate',
    noun: 'a certificate',
    nouns: 'certificates',
    parameter: 'certificate_id',
    example: exampleId('certificate'),
  },
  entities: {
    owner: 'entity',
    scope: 'entities:read',
    tag: 'Entities',
    name: 'Entity',
    noun: 'an entity',
    nouns: 'entities',
    parameter: 'entity_id',
    example: exampleId('entity'),
  },
};
