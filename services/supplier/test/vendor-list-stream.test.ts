import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { newId } from '@qsc/contracts';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { toSupplierRow } from '../src/read-model/supplier-row.ts';
import { type SupplierMesh, startSupplierMesh } from './mesh.ts';

/** More than the buffers between the database and a client hold. */
const SUPPLIERS = 12_000;
const ROW_BYTES = 4_000;
/** So many looks at a cursor that gave nothing meanwhile. */
const STILL = 20;

const toName = (at: number): string => `Supplier ${String(at).padStart(5, '0')}`;

describe('The approved vendor list of many suppliers', () => {
  let mesh: SupplierMesh;
  const orgId = newId('organization');

  before(async () => {
    mesh = await startSupplierMesh();
    const now = new Date().toISOString();
    const rows = Array.from({ length: SUPPLIERS }, (_, at) => {
      const attributes = { qualification_status: 'qualified', certifications: ['x'.repeat(ROW_BYTES)] };
      const entity = { id: newId('entity'), type: 'supplier', name: toName(at), attributes, relationships: [] };
      const stamps = { version: 1, created_at: now, updated_at: now, created_by: 'usr', deleted: false };
      return { ...toSupplierRow(orgId, { ...entity, ...stamps }), live: true };
    });
    await mesh.database.collection<{ _id: string }>('supplier').insertMany(rows);
  });

  after(() => mesh.stop());

  /** Begins a download and takes nothing of its body. */
  const begin = async (): Promise<IncomingMessage> => {
    const url = `http://127.0.0.1:${mesh.supplier.httpPort}/v1/suppliers/avl/export`;
    const headers = { authorization: `Bearer ${mesh.identity.token({ orgId })}` };
    const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
    return answer;
  };

  /** How many rows the open cursor of the list has given; null when there is none. */
  const given = async (): Promise<number | null> => {
    const stages = [
      { $currentOp: { idleCursors: true, allUsers: true, localOps: true } },
      { $match: { ns: `${mesh.database.name}.supplier`, cursor: { $exists: true } } },
    ];
    const [open] = await mesh.database.getClient().db('admin').aggregate(stages).toArray();
    return open ? Number(open.cursor.nDocsReturned) : null;
  };

  const untilStill = async (): Promise<number | null> => {
    let [before, still] = [await given(), 0];
    return eventually('the cursor is still', async () => {
      const now = await given();
      // Before the first look at the database there is no cursor, however long that takes.
      still = now !== null && now === before ? still + 1 : 0;
      before = now;
      return still >= STILL ? { now } : undefined;
    }).then(({ now }) => now);
  };

  it('reads no further while its client reads nothing, and is the list of the moment of the request', async () => {
    const answer = await begin();
    expect(await untilStill()).to.be.within(1, SUPPLIERS - 1);
    const rows = mesh.database.collection('supplier');
    const [first, last] = [toName(0), toName(SUPPLIERS - 1)];
    await rows.updateOne({ org_id: orgId, name: first }, { $set: { name: 'Zed', name_key: 'zed' } });
    await rows.deleteOne({ org_id: orgId, name: last });
    const lines: Record<string, string>[] = parse(await text(answer), { bom: true, columns: true });
    const names = lines.map(({ Supplier }) => Supplier);
    expect(names).to.have.length(SUPPLIERS);
    expect(names.findIndex((name, at) => name !== toName(at))).to.equal(-1);
  });

  it('closes its cursor when its client disconnects', async () => {
    const answer = await begin();
    expect(await untilStill()).to.be.greaterThan(0);
    answer.destroy();
    await eventually('the cursor is closed', async () => (await given()) === null);
  });
});
