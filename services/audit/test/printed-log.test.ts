import { expect } from 'chai';
import { entryExample } from '../src/entry/entry.schemas.ts';
import { toStored } from '../src/entry/entry.store.ts';
import { makePrintedLog } from '../src/export/printed-row.ts';

const JOB = { include_signatures: true, include_raw_data: false, entity_types: [], actions: [], requested_by: {} };

describe('a printed export of the audit log', () => {
  const stored = toStored(entryExample as never);
  const by = (user: object, client: object = {}) =>
    ({ ...stored, user: { ...stored.user, ...user }, client: { ...stored.client, ...client } }) as never;

  it('shows users by their names, another one of the same name by a number, and at the end who each is', () => {
    const job = { ...JOB, from: new Date(), to: new Date(), created_at: new Date() } as never;
    const { table, row } = makePrintedLog(job, 'Acme');
    const users = [
      by({ id: 'usr_1', name: 'Li', role: 'auditor', email: null }, { api_key_id: null }),
      by({ id: 'usr_2', name: 'Li', role: 'auditor', email: null }, { api_key_id: null }),
      by({ id: 'usr_1', name: 'Li', role: 'auditor', email: null }, { api_key_id: null }),
      by({ id: 'usr_1', name: 'Li', role: 'viewer', email: 'li@x.cn' }, { api_key_id: 'key_1' }),
    ];
    expect(users.map((entry) => row(entry).user)).to.deep.equal(['Li', 'Li (2)', 'Li', 'Li (3)']);
    expect(table.annex()[0]?.facts).to.deep.equal([
      ['Li', 'usr_1, auditor'],
      ['Li (2)', 'usr_2, auditor'],
      ['Li (3)', 'usr_1, viewer, li@x.cn, by key key_1'],
    ]);
  });
});
