import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { supplierRowDefinition } from '../../../services/supplier/src/read-model/supplier-row.ts';
import { CreateSupplier } from '../../../services/supplier/src/supplier/supplier.schemas.ts';
import {
  CATEGORIES,
  COUNTRIES,
  LEVELS,
  newSupplier,
  REGIONS,
  STATUSES,
  supplierRowAt,
} from '../sample/supplier-record.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

describe('the suppliers of the benchmark', () => {
  const orgId = newId('organization');
  const rows = Array.from({ length: 2_000 }, (_, index) => supplierRowAt(index, orgId, NOW));

  it('can be created through the API', () => {
    expect(CreateSupplier.safeParse(newSupplier('RUN', 7)).error).to.equal(undefined);
  });

  it('are rows of the read model that lists show', () => {
    for (const row of rows.slice(0, 50)) {
      expect(supplierRowDefinition.shape.safeParse(row).error).to.equal(undefined);
      expect(row).to.include({ org_id: orgId, live: true, gone: false });
    }
  });

  it('have every value that the lists ask for', () => {
    const facets = new Set(rows.flatMap((row) => row.facets));
    const of = (name: string, values: readonly string[]) => values.map((value) => `${name}=${value}`);
    expect([...facets]).to.include.members([
      ...of('country', COUNTRIES),
      ...of('region', REGIONS),
      ...of('risk_level', LEVELS),
      ...of('qualification_status', STATUSES),
      ...of('category', CATEGORIES),
    ]);
    expect(rows.some(({ next_audit_date }) => next_audit_date === null)).to.equal(true);
    expect(rows.some(({ next_audit_date }) => next_audit_date !== null && next_audit_date < '2026-06-08')).to.equal(
      true,
    );
  });
});
