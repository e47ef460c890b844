import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { defineTotals, insert, makeReadTotal, tally } from '@qsc/service-kit';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { type NoteService, noteDefinition, startNoteService } from './note-service.ts';

describe('stored collections', () => {
  const environment = testEnvironment();
  let identity: StandInIdentity;
  let service: NoteService;

  before(async () => {
    identity = await startStandInIdentity();
    service = await startNoteService(testServiceConfig(environment, identity), `note.${randomUUID()}.v1`);
  });
  after(async () => {
    await service.stop();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  const notes = () => service.kit.open(noteDefinition);
  const commit = (...changes: Parameters<NoteService['kit']['unitOfWork']['commit']>[0]) =>
    service.kit.unitOfWork.commit(changes, []);
  const note = (org_id: string, title: string) => ({ _id: newId('event'), org_id, title, text: '', version: 1 });

  it('gives each of many reads at once its own document, and nobody that of another organisation', async () => {
    const kept = Array.from({ length: 150 }, (_, index) => note(index % 2 ? 'org_a' : 'org_b', `read ${index}`));
    await commit(...kept.map((one) => insert(notes(), one)));
    const asked = kept.flatMap(({ _id }) => [
      { _id, org_id: 'org_a' },
      { _id, org_id: 'org_b' },
    ]);
    const found = await Promise.all(asked.map((filter) => notes().findOne(filter)));
    for (const [index, filter] of asked.entries()) {
      const expected = kept.find((one) => one._id === filter._id && one.org_id === filter.org_id);
      expect(found[index]?.title).to.equal(expected?.title);
    }
  });

  it('shows a read what was acknowledged before it was asked, however many reads are under way', async () => {
    const under = Array.from({ length: 300 }, () => notes().findOne({ _id: newId('event'), org_id: 'org_a' }));
    const kept = note('org_a', 'just now');
    await commit(insert(notes(), kept));
    expect((await notes().findOne({ _id: kept._id, org_id: 'org_a' }))?.title).to.equal('just now');
    expect(await Promise.all(under)).to.deep.equal(under.map(() => null));
  });

  it('refuses a read by id that names no organisation', async () => {
    const failure = await notes()
      .findOne({ _id: newId('event') })
      .catch((error: unknown) => error);
    expect(String(failure)).to.contain('does not carry the organisation');
  });

  it('keeps a running total equal to what was committed, and adds nothing for what was refused', async () => {
    const totals = service.kit.open(defineTotals('note_total'));
    const read = makeReadTotal(totals);
    const of = { orgId: 'org_a', name: 'note' };
    const counted = (title: string) => commit(insert(notes(), note('org_a', title)), tally(totals, of, 1));
    await counted('counted 0');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => counted(`counted ${index % 40}`)),
    );
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    await commit(tally(totals, of, -1));
    expect(accepted).to.equal(39);
    expect(await read('org_a', ['note'])).to.equal(accepted);
    expect(await read('org_b', ['note'])).to.equal(0);
  });
});
