import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldSpec } from '../ui/fields.tsx';

/** The fields of a supplier's profile, by the paths of a merge patch. */
export const profileSpecs = (): FieldSpec[] => [
  { path: 'name', label: i18n._(msg`Name`), kind: 'text', isRequired: true },
  { path: 'supplier_code', label: i18n._(msg`Supplier code`), kind: 'text', isRequired: true },
  {
    path: 'attributes.country',
    label: i18n._(msg`Country`),
    kind: 'text',
    description: i18n._(msg`Two letters, such as DE`),
  },
  { path: 'attributes.region', label: i18n._(msg`Region`), kind: 'text' },
  { path: 'attributes.categories', label: i18n._(msg`Categories`), kind: 'tags' },
  { path: 'attributes.certifications', label: i18n._(msg`Certifications`), kind: 'tags' },
];

export const contactSpecs = (): FieldSpec[] => [
  { path: 'attributes.primary_contact.name', label: i18n._(msg`Name`), kind: 'text' },
  { path: 'attributes.primary_contact.email', label: i18n._(msg`E-mail`), kind: 'text' },
  { path: 'attributes.primary_contact.phone', label: i18n._(msg`Telephone`), kind: 'text' },
];

export const addressSpecs = (): FieldSpec[] => [
  { path: 'attributes.address.street', label: i18n._(msg`Street`), kind: 'text' },
  { path: 'attributes.address.postal_code', label: i18n._(msg`Postal code`), kind: 'text' },
  { path: 'attributes.address.city', label: i18n._(msg`City`), kind: 'text' },
  { path: 'attributes.address.state', label: i18n._(msg`State or province`), kind: 'text' },
  { path: 'attributes.address.country', label: i18n._(msg`Country`), kind: 'text' },
];
