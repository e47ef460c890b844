import { expect } from 'chai';
import { STORED, SYSTEM } from '../../release/stored-shape.ts';
import { faultsOfKey, SHARD_KEYS } from '../shard-keys.ts';

describe('the shard keys', () => {
  for (const [service, definitions] of Object.entries(STORED))
    it(`fit every unique index and every write by id of ${service}`, () => {
      const keys = SHARD_KEYS[service] ?? {};
      const faults = [...SYSTEM, ...definitions].flatMap((definition) =>
        faultsOfKey(definition, keys[definition.name]),
      );
      expect(faults).to.deep.equal([]);
      expect(Object.keys(keys).sort()).to.deep.equal([...SYSTEM, ...definitions].map(({ name }) => name).sort());
    });

  it('are refused where a unique index does not begin with them, for then it could not be kept', () => {
    const entry = { name: 'entry', shape: { shape: { org_id: 1, event_id: 1 } }, indexes: [] };
    const unique = (keys: Record<string, 1>) => ({ ...entry, indexes: [{ keys, unique: true }] });
    expect(faultsOfKey(unique({ org_id: 1, event_id: 1 }), { org_id: 1 })).to.deep.equal([]);
    expect(faultsOfKey(unique({ event_id: 1 }), { org_id: 1 })).to.have.length(1);
    expect(faultsOfKey(unique({ org_id: 1, event_id: 1 }), { _id: 'hashed' })).to.have.length(2);
  });

  it('are refused where a collection has no such field, or is put by its id', () => {
    expect(faultsOfKey({ name: 'row', shape: { shape: {} }, indexes: [] }, { org_id: 1 })).to.have.length(1);
    const total = { name: 'entity_total', shape: { shape: { org_id: 1 } }, indexes: [] };
    expect(faultsOfKey(total, { org_id: 1 })).to.have.length(1);
  });
});
