import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CLASSIFICATIONS, EVENT_TYPES, PRIORITIES, type Words } from '../i18n/vocabulary.ts';

/** A field of a record that a column can fill. */
export type ImportField = {
  /** The path in the body of the API. */
  path: string;
  label: MessageDescriptor;
  /** Heads of columns that mean it, in lower case without blanks and signs. */
  heads: readonly string[];
  isRequired?: boolean;
  /** `list`: several values, separated by semicolons. */
  form?: 'text' | 'list' | 'country' | 'email' | 'day';
  /** The values that it may have; a cell names one by its word in the language of the page, or as the API does. */
  values?: Words;
};

export type ImportKind = {
  id: 'supplier' | 'component' | 'product' | 'quality_event';
  label: MessageDescriptor;
  fields: readonly ImportField[];
  /** The code that a record is known by; null for quality events, which type and title identify. */
  code: string | null;
  /** The field that a row is called by. */
  title: string;
};

const name = (heads: readonly string[]): ImportField => ({
  path: 'name',
  label: msg`Name`,
  isRequired: true,
  heads: ['name', 'bezeichnung', 'title', ...heads],
});

const SUPPLIER: ImportKind = {
  id: 'supplier',
  label: msg`Suppliers`,
  code: 'attributes.supplier_code',
  title: 'name',
  fields: [
    name(['suppliername', 'supplier', 'vendor', 'vendorname', 'lieferant', 'firma', 'company']),
    {
      path: 'attributes.supplier_code',
      label: msg`Supplier code`,
      isRequired: true,
      heads: [
        'suppliercode',
        'code',
        'vendorcode',
        'vendornumber',
        'lieferantennummer',
        'kreditor',
        'number',
        'nummer',
      ],
    },
    { path: 'attributes.country', label: msg`Country`, heads: ['country', 'countrycode', 'land'], form: 'country' },
    { path: 'attributes.region', label: msg`Region`, heads: ['region'] },
    {
      path: 'attributes.categories',
      label: msg`Categories`,
      heads: ['categories', 'category', 'kategorie'],
      form: 'list',
    },
    {
      path: 'attributes.certifications',
      label: msg`Certifications`,
      form: 'list',
      heads: ['certifications', 'certification', 'zertifizierungen'],
    },
    {
      path: 'attributes.primary_contact.name',
      label: msg`Contact`,
      heads: ['contact', 'contactname', 'ansprechpartner'],
    },
    {
      path: 'attributes.primary_contact.email',
      label: msg`E-mail`,
      form: 'email',
      heads: ['email', 'contactemail', 'mail'],
    },
    {
      path: 'attributes.primary_contact.phone',
      label: msg`Telephone`,
      heads: ['phone', 'telephone', 'telefon', 'tel'],
    },
    { path: 'attributes.address.street', label: msg`Street`, heads: ['street', 'address', 'strasse', 'straße'] },
    { path: 'attributes.address.postal_code', label: msg`Postal code`, heads: ['postalcode', 'zip', 'zipcode', 'plz'] },
    { path: 'attributes.address.city', label: msg`City`, heads: ['city', 'town', 'ort', 'stadt'] },
  ],
};

const COMPONENT: ImportKind = {
  id: 'component',
  label: msg`Components`,
  code: 'attributes.component_code',
  title: 'name',
  fields: [
    name(['component', 'componentname', 'material', 'materialname', 'komponente']),
    {
      path: 'attributes.component_code',
      label: msg`Component code`,
      isRequired: true,
      heads: ['componentcode', 'code', 'materialnumber', 'materialnummer', 'material no', 'number', 'nummer'],
    },
    { path: 'attributes.category', label: msg`Category`, heads: ['category', 'kategorie', 'type', 'typ'] },
    { path: 'attributes.storage', label: msg`Storage`, heads: ['storage', 'storageconditions', 'lagerung'] },
    { path: 'attributes.description', label: msg`Description`, heads: ['description', 'beschreibung'] },
  ],
};

const PRODUCT: ImportKind = {
  id: 'product',
  label: msg`Products`,
  code: 'attributes.product_code',
  title: 'name',
  fields: [
    name(['product', 'productname', 'produkt']),
    {
      path: 'attributes.product_code',
      label: msg`Product code`,
      isRequired: true,
      heads: ['productcode', 'code', 'sku', 'number', 'nummer', 'produktnummer'],
    },
    { path: 'attributes.dosage_form', label: msg`Dosage form`, heads: ['dosageform', 'form', 'darreichungsform'] },
    { path: 'attributes.strength', label: msg`Strength`, heads: ['strength', 'stärke', 'staerke'] },
    { path: 'attributes.description', label: msg`Description`, heads: ['description', 'beschreibung'] },
  ],
};

/** A CAPA is opened for an event, and not by itself. */
const { capa: _capa, ...IMPORTED_TYPES } = EVENT_TYPES;

const QUALITY_EVENT: ImportKind = {
  id: 'quality_event',
  label: msg`Quality events`,
  code: null,
  title: 'title',
  fields: [
    {
      path: 'type',
      label: msg`Type`,
      isRequired: true,
      heads: ['type', 'typ', 'art', 'eventtype', 'recordtype'],
      values: IMPORTED_TYPES,
    },
    {
      path: 'title',
      label: msg`Title`,
      isRequired: true,
      heads: ['title', 'titel', 'name', 'subject', 'betreff', 'kurzbeschreibung', 'shortdescription'],
    },
    {
      path: 'description',
      label: msg`Description`,
      isRequired: true,
      heads: ['description', 'beschreibung', 'details', 'sachverhalt'],
    },
    { path: 'priority', label: msg`Priority`, heads: ['priority', 'priorität', 'prio'], values: PRIORITIES },
    {
      path: 'classification',
      label: msg`Classification`,
      heads: ['classification', 'class', 'klassifizierung', 'einstufung', 'severity'],
      values: CLASSIFICATIONS,
    },
    { path: 'category', label: msg`Category`, heads: ['category', 'kategorie'] },
    { path: 'due_date', label: msg`Due date`, heads: ['duedate', 'due', 'fällig', 'fälligkeit', 'frist'], form: 'day' },
  ],
};

export const IMPORT_KINDS: readonly ImportKind[] = [SUPPLIER, COMPONENT, PRODUCT, QUALITY_EVENT];
