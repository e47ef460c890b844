import { text } from 'node:stream/consumers';
import { exampleId, newId } from '@qsc/contracts';
import { type Row, writeTable } from '@qsc/table-export';
import { expect } from 'chai';
import { toSupplierRow } from '../src/read-model/supplier-row.ts';
import { supplierExample } from '../src/supplier/supplier.schemas.ts';
import { vendorListCsvExample } from '../src/vendor-list/vendor-list.schemas.ts';
import { toLines, toTable } from '../src/vendor-list/vendor-list.ts';

async function* rowsOf(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

describe('the example of the approved vendor list', () => {
  it('is the csv of such a supplier', async () => {
    const attributes = {
      ...supplierExample.attributes,
      supplier_code: 'SUP-0042',
      qualification_status: 'conditional',
      conditions: 'Only for tablets',
      qualification_date: '2026-03-02',
      next_audit_date: '2027-03-02',
      risk_level: 'low',
      risk_score: 18,
      certifications: ['ISO 9001'],
    };
    const supplier = toSupplierRow(newId('organization'), { ...supplierExample, attributes, deleted: false });
    const request = { format: 'csv', statuses: ['conditional'], includeComponents: false } as const;
    const call = { now: new Date(), actor: { name: 'Marta Rossi', email: null } } as never;
    const table = toTable(request, exampleId('organization'), call);
    const made = await text(writeTable('csv', table, rowsOf(toLines(supplier, request))));
    expect(made.replace('\ufeff', '')).to.equal(vendorListCsvExample);
  });
});
