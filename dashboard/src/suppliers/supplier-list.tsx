import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { choices, RISK_LEVELS as RISK_WORDS, STATES, wordFor } from '../i18n/vocabulary.ts';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Status } from '../ui/status.tsx';
import { Due, Instant } from '../ui/time.tsx';
import { RiskLevel } from './risk-level.tsx';
import { readAttributes, readQualification, type Supplier } from './supplier.queries.ts';
import { QUALIFICATIONS, RISK_LEVELS } from './supplier-filters.ts';

export const supplierFilters = (): FilterSpec[] => [
  {
    name: 'qualification_status',
    label: i18n._(msg`Qualification`),
    kind: 'choice',
    choices: choices(STATES, QUALIFICATIONS),
  },
  { name: 'risk_level', label: i18n._(msg`Risk level`), kind: 'choice', choices: choices(RISK_WORDS, RISK_LEVELS) },
  { name: 'country', label: i18n._(msg`Country`), kind: 'text' },
  { name: 'region', label: i18n._(msg`Region`), kind: 'text' },
  { name: 'category', label: i18n._(msg`Category`), kind: 'text' },
  { name: 'has_expiring_certificates', label: i18n._(msg`Certificates expire soon`), kind: 'flag' },
  { name: 'audit_due_before', label: i18n._(msg`Audit due before`), kind: 'day' },
];

/** The name of a country by its code, in the language of the moment. */
export const countryName = (code: string | undefined): string => {
  if (!code) return '';
  try {
    return new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
};

export const supplierColumns = (): Column<Supplier>[] => [
  {
    id: 'supplier_code',
    label: i18n._(msg`Code`),
    isFixed: true,
    sort: 'supplier_code',
    cell: ({ id, supplier_code }) => (
      <Link to="/suppliers/$supplierId" params={{ supplierId: id }} className="mono" preload={false}>
        {supplier_code ?? id}
      </Link>
    ),
    text: ({ supplier_code }) => supplier_code ?? '',
  },
  {
    id: 'name',
    label: i18n._(msg`Name`),
    isFixed: true,
    isWide: true,
    sort: 'name',
    cell: ({ name }) => (
      <span className="ellipsis" title={name}>
        {name}
      </span>
    ),
    text: ({ name }) => name,
  },
  {
    id: 'qualification',
    label: i18n._(msg`Qualification`),
    cell: (supplier) => <Status state={readQualification(supplier)} />,
    text: (supplier) => wordFor(STATES, readQualification(supplier)),
  },
  {
    id: 'risk',
    label: i18n._(msg`Risk`),
    sort: 'risk_score',
    cell: (supplier) => {
      const { risk_level, risk_score } = readAttributes(supplier);
      return <RiskLevel level={risk_level} score={risk_score} />;
    },
    text: (supplier) => {
      const { risk_level, risk_score } = readAttributes(supplier);
      return [wordFor(RISK_WORDS, risk_level), risk_score]
        .filter((part) => part !== undefined && part !== '')
        .join(' ');
    },
  },
  {
    id: 'country',
    label: i18n._(msg`Country`),
    cell: (supplier) => countryName(readAttributes(supplier).country) || <span className="none">–</span>,
    text: (supplier) => countryName(readAttributes(supplier).country),
  },
  {
    id: 'categories',
    label: i18n._(msg`Categories`),
    cell: (supplier) => readAttributes(supplier).categories?.join(', ') || <span className="none">–</span>,
    text: (supplier) => readAttributes(supplier).categories?.join(', ') ?? '',
  },
  {
    id: 'next_audit',
    label: i18n._(msg`Next audit`),
    align: 'right',
    sort: 'next_audit_date',
    cell: (supplier) => <Due value={readAttributes(supplier).next_audit_date} />,
    text: (supplier) => readAttributes(supplier).next_audit_date ?? '',
  },
  {
    id: 'updated_at',
    label: i18n._(msg`Changed`),
    align: 'right',
    sort: 'updated_at',
    cell: ({ updated_at }) => <Instant value={updated_at} />,
    text: ({ updated_at }) => updated_at,
  },
];

export const SUPPLIERS_HIDDEN_AT_FIRST = ['categories', 'updated_at'];
