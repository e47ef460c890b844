import { dayAfter, newId, UTC } from '@qsc/contracts';
import { type SupplierRow, toFacets, toSupplierRow } from '../../../services/supplier/src/read-model/supplier-row.ts';

export const COUNTRIES = ['DE', 'FR', 'IN', 'US', 'CN', 'IT', 'ES', 'PL', 'CH', 'JP'];
export const REGIONS = ['EMEA', 'APAC', 'Americas'];
export const LEVELS = ['low', 'medium', 'high', 'critical'];
export const STATUSES = ['new', 'evaluation', 'qualified', 'conditional', 'suspended', 'disqualified'];
export const CATEGORIES = ['API', 'excipient', 'packaging', 'service', 'logistics', 'laboratory'];

const AUDIT_DAYS = 700;
const FIRST = Date.UTC(2024, 0, 1);

/** The same number for the same index and salt, and otherwise none that says anything of another. */
const mix = (index: number, salt: number): number => Math.imul((index + salt * 7_919) ^ 0x5bd1e995, 0x9e3779b1) >>> 9;

/** The attributes of a supplier as a client sends them. */
const makeAttributes = (index: number) => {
  const of = (values: readonly string[], salt: number): string => values[mix(index, salt) % values.length] ?? '';
  return {
    country: of(COUNTRIES, 1),
    region: of(REGIONS, 2),
    categories: [...new Set([of(CATEGORIES, 5), of(CATEGORIES, 6)])],
    certifications: ['ISO 9001', 'GMP'],
    address: { street: `Main Street ${index % 200}`, city: 'Basel', postal_code: '4001' },
  };
};

/** A supplier of the usual size, as a client creates it; codes begin with `run`, so that none comes twice. */
export const newSupplier = (run: string, index: number) => ({
  name: `Supplier ${index} of ${COUNTRIES[index % COUNTRIES.length]}`,
  supplier_code: `${run}-${index}`,
  attributes: makeAttributes(index),
});

/** What a command or a sweep has sent for it by now: one in seven has no next audit. */
const makeRatings = (index: number, now: Date) => ({
  qualification_status: STATUSES[mix(index, 3) % STATUSES.length],
  risk_level: LEVELS[mix(index, 4) % LEVELS.length],
  risk_score: index % 101,
  ...(mix(index, 7) % 7 === 0 ? {} : { next_audit_date: dayAfter({ now, zone: UTC }, mix(index, 8) % AUDIT_DAYS) }),
});

/** One in twenty has a certificate that expires soon. */
const makeExpiryDays = (index: number, now: Date): string[] =>
  mix(index, 9) % 20 === 0
    ? [dayAfter({ now, zone: UTC }, mix(index, 10) % 91), dayAfter({ now, zone: UTC }, 300)]
    : [dayAfter({ now, zone: UTC }, -5)];

/** A row of the read model, as the supplier service makes it of a supplier that has certificates and supplies nothing. */
export const supplierRowAt = (index: number, orgId: string, now: Date): SupplierRow => {
  const { supplier_code, name, attributes } = newSupplier('S', index);
  const at = (step: number) => new Date(FIRST + index * step).toISOString();
  const own = toSupplierRow(orgId, {
    id: newId('entity'),
    type: 'supplier',
    name,
    attributes: { supplier_code, ...attributes, ...makeRatings(index, now) },
    relationships: [],
    version: 1,
    created_at: at(1_000),
    updated_at: at(2_000),
    created_by: 'usr_bench',
    deleted: false,
  });
  const row = { ...own, live: true, expiry_days: makeExpiryDays(index, now) };
  return { ...row, facets: toFacets(row) };
};
