import { expect } from 'chai';
import { parseCheck } from '../partner/filter.ts';
import { openPartner, type Partner } from '../partner/partner.ts';

type Listed = { value: { ID: string; Mark: string; ChangedAt: string }[] };

describe('the stand-in for an external system', () => {
  let partner: Partner;

  before(async () => {
    partner = await openPartner();
  });
  after(() => partner.close());

  const list = async (orgId: string, query: Record<string, string> = {}): Promise<Listed['value']> => {
    const response = await fetch(`${partner.shop(orgId).url}/Parts?${new URLSearchParams(query)}`);
    return ((await response.json()) as Listed).value;
  };

  const filled = (orgId: string) => {
    const shop = partner.shop(orgId);
    for (const name of ['a', 'b', 'c']) shop.create(name);
    shop.mark('a', 'changed');
    return shop;
  };

  it('shows what changed from a time on, in the order of the changes, page by page', async () => {
    filled('pages');
    const order = { $orderby: 'ChangedAt,ID' };
    const all = await list('pages', order);
    expect(all.map(({ ID }) => ID)).to.deep.equal(['X-b', 'X-c', 'X-a']);
    const [first] = await list('pages', { ...order, $top: '1' });
    const rest = `((ChangedAt gt ${first?.ChangedAt}) or (ChangedAt eq ${first?.ChangedAt} and ID gt 'X-b'))`;
    expect((await list('pages', { ...order, $filter: rest })).map(({ ID }) => ID)).to.deep.equal(['X-c', 'X-a']);
    const since = `ChangedAt ge ${all[2]?.ChangedAt}`;
    expect((await list('pages', { $filter: since })).map(({ ID, Mark }) => [ID, Mark])).to.deep.equal([
      ['X-a', 'changed'],
    ]);
  });

  it('finds records by their keys, each organisation its own', async () => {
    filled('keys');
    expect(await list('keys', { $filter: "ID eq 'X-a' or ID eq 'X-c'" })).to.have.length(2);
    partner.shop('others');
    expect(await list('others')).to.deep.equal([]);
  });

  it('gives no two changes the same time', () => {
    const times = filled('times')
      .kept()
      .map(({ changedAt }) => changedAt);
    expect(new Set(times).size).to.equal(times.length);
  });

  it('says which filters it does not understand', () => {
    for (const filter of ["contains(Name,'a')", "(ID eq 'a'", "ID eq 'a' ID"])
      expect(() => parseCheck(filter)).to.throw();
    expect(parseCheck("ID eq 'it''s'")({ ID: "it's" })).to.equal(true);
    expect(parseCheck("ID eq 'a' or ID eq 'b' and Name eq 'x'")({ ID: 'a', Name: 'y' })).to.equal(true);
  });
});
