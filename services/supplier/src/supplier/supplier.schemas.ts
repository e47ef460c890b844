import { Day, exampleId, visibleText } from '@qsc/contracts';
import { ESCAPED_COMMA, Flag, Instant, listParameter, listQuery, searchQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { SORT_PATHS, type SortField } from '../read-model/supplier-row.ts';
import { QUALIFICATION_STATUSES, RISK_LEVELS } from './supplier.ts';

const NAME_LENGTH = 512;
const TEXT_LENGTH = 200;

const Name = visibleText(NAME_LENGTH).meta({ description: 'The name of the supplier.' });

const Code = visibleText(64).meta({
  description: 'A code of your own, unique in the organisation.',
});

const Text = visibleText(TEXT_LENGTH);

/** A text that people write about a supplier. */
export const LongText = visibleText(2_000);

const Texts = z.array(Text).max(100);

const Contact = z.strictObject({
  name: Text.nullable().optional(),
  email: z.email().nullable().optional(),
  phone: Text.nullable().optional(),
});

const Address = z.strictObject({
  street: Text.nullable().optional(),
  city: Text.nullable().optional(),
  state: Text.nullable().optional(),
  postal_code: Text.nullable().optional(),
  country: Text.nullable().optional(),
});

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'A country is its ISO 3166-1 code, such as DE')
  .meta({ description: 'ISO 3166-1 alpha-2.' });

/** Members that another route sets, and where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  supplier_code: 'It is a member beside the attributes',
  risk_score: 'It comes from the risk assessments',
  risk_level: 'It comes from the risk assessments',
};

const CREATION_ELSEWHERE = {
  ...ELSEWHERE,
  qualification_status: 'A new supplier has the status new; qualify it afterwards',
};

const refuse =
  (elsewhere: Readonly<Record<string, string>>) =>
  (value: object, context: z.core.$RefinementCtx<object>): void => {
    for (const name of Object.keys(value))
      if (elsewhere[name]) context.addIssue({ code: 'custom', message: elsewhere[name], path: [name] });
  };

const NewAttributes = z
  .looseObject({
    country: country.optional(),
    region: Text.optional().meta({ description: 'Such as EMEA, APAC or Americas.' }),
    primary_contact: Contact.optional(),
    address: Address.optional(),
    categories: Texts.optional(),
    certifications: Texts.optional(),
    qualification_date: Day.optional(),
    next_audit_date: Day.optional(),
  })
  .superRefine(refuse(CREATION_ELSEWHERE))
  .meta({ id: 'NewSupplierAttributes', description: 'Attributes of the supplier. Further members are free.' });

const AttributesPatch = z
  .looseObject({
    country: country.nullable().optional(),
    region: Text.nullable().optional(),
    primary_contact: Contact.nullable().optional(),
    address: Address.nullable().optional(),
    categories: Texts.nullable().optional(),
    certifications: Texts.nullable().optional(),
    qualification_date: Day.nullable().optional(),
    next_audit_date: Day.nullable().optional(),
  })
  .superRefine(refuse({ supplier_code: 'It is a member beside the attributes' }))
  .meta({ id: 'SupplierAttributesPatch', description: 'A JSON Merge Patch (RFC 7396); null removes.' });

export const CreateSupplier = z
  .strictObject({ name: Name, supplier_code: Code, attributes: NewAttributes.optional() })
  .meta({ id: 'NewSupplier' });

export const PatchSupplier = z
  .strictObject({ name: Name.optional(), supplier_code: Code.optional(), attributes: AttributesPatch.optional() })
  .meta({ id: 'SupplierPatch', description: 'What is left out stays.' });

const Attributes = z.record(z.string(), z.unknown()).meta({
  id: 'SupplierAttributes',
  description:
    'Attributes of the supplier: `country`, `region`, `qualification_status`, `qualification_date`, `next_audit_date`, `risk_level`, `risk_score`, `primary_contact`, `address`, `certifications`, `categories`, and free members. Values written at other entry points may have another form.',
});

const SupplierRelationship = z
  .object({
    id: z.string(),
    type: z.string(),
    target_id: z.string(),
    target_name: z.string().nullable().optional().meta({ description: 'In the response for one supplier.' }),
    attributes: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'SupplierRelationship' });

/** A supplier as the API shows it. */
export const Supplier = z
  .object({
    id: z.string(),
    type: z.literal('supplier'),
    name: z.string(),
    supplier_code: z.string().nullable(),
    attributes: Attributes,
    relationships: z.array(SupplierRelationship),
    created_at: Instant,
    updated_at: Instant,
    created_by: z.string().meta({ description: 'The user or application that created it.' }),
    version: z.number().int().meta({ description: 'Starts at 1 and rises with each change, at every entry point.' }),
  })
  .meta({ id: 'Supplier', description: 'An entity of type supplier.' });

export const SupplierId = z.object({
  supplier_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the supplier.', examples: [exampleId('entity')] }),
});

const SORTS = Object.keys(SORT_PATHS) as SortField[];

const values = (description: string) =>
  listParameter(Text)
    .optional()
    .meta({ description: `${description}; ${ESCAPED_COMMA}.` });

/** The filters of the list; all that are given must match. */
export const SupplierListQuery = z.strictObject({
  qualification_status: listParameter(z.enum(QUALIFICATION_STATUSES as [string]))
    .optional()
    .meta({ description: `One or several by comma: ${QUALIFICATION_STATUSES.join(', ')}; pending counts as new.` }),
  risk_level: listParameter(z.enum(RISK_LEVELS))
    .optional()
    .meta({ description: `One or several by comma: ${RISK_LEVELS.join(', ')}.` }),
  country: values('One or several country codes by comma'),
  region: values('One or several regions by comma, such as EMEA, APAC, Americas'),
  category: values('One or several categories by comma; a supplier that has one of them matches'),
  has_expiring_certificates: Flag.optional().meta({
    description: '`true`: at least one certificate expires within 90 days; `false`: none does.',
  }),
  audit_due_before: z.iso.date().optional().meta({ description: 'The next audit is before this day.' }),
  name: z.string().min(1).max(NAME_LENGTH).optional().meta({ description: 'A part of the name, in any case.' }),
  supplier_code: values('One or several codes by comma'),
  ...searchQuery,
  ...listQuery(SORTS),
});

export type SupplierListQuery = z.infer<typeof SupplierListQuery>;
export type CreateSupplier = z.infer<typeof CreateSupplier>;
export type PatchSupplier = z.infer<typeof PatchSupplier>;

const attributes = {
  country: 'DE',
  region: 'EMEA',
  primary_contact: { name: 'Jana Weber', email: 'jana.weber@acme-pharma.example', phone: '+49 30 5550100' },
  address: { street: 'Hafenstr. 12', city: 'Hamburg', postal_code: '20457', country: 'DE' },
  categories: ['API', 'excipient'],
};

export const newSupplierExample = { name: 'Acme Pharma', supplier_code: 'SUP-0042', attributes };

export const supplierExample = {
  id: exampleId('entity'),
  type: 'supplier' as const,
  name: 'Acme Pharma',
  supplier_code: 'SUP-0042',
  attributes: { ...attributes, qualification_status: 'new' },
  relationships: [],
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  created_by: exampleId('user'),
  version: 1,
};

export const supplierPatchExample = { name: 'Acme Pharma GmbH', attributes: { certifications: ['ISO 9001', 'GMP'] } };

export const patchedSupplierExample = {
  ...supplierExample,
  name: 'Acme Pharma GmbH',
  attributes: { ...supplierExample.attributes, certifications: ['ISO 9001', 'GMP'] },
  updated_at: '2026-03-09T14:05:00.000Z',
  version: 2,
};
