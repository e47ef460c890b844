import { newId } from '@qsc/contracts';
import {
  DuplicateKey,
  defineTotals,
  insert,
  makeReadTotal,
  remove,
  replace,
  tally,
  VersionConflict,
} from '@qsc/service-kit';
import { expect } from 'chai';
import type { Change } from '../src/mongo/change.ts';
import { useNoteService } from './note-fixture.ts';
import { noteDefinition } from './note-service.ts';

const catchFailure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the unit of work and its collections', () => {
  const { api, kit } = useNoteService();

  const note = (title: string, org_id = 'org_a') => ({ _id: newId('event'), org_id, title, text: '', version: 1 });
  const notes = () => kit().open(noteDefinition);
  const commit = (...changes: Change[]) => kit().unitOfWork.commit(changes, []);

  it('writes all of a commit or nothing of it', async () => {
    const [kept, twin] = [note('kept'), note('kept')];
    await commit(insert(notes(), kept));
    const failure = await catchFailure(commit(insert(notes(), note('beside')), insert(notes(), twin)));
    expect(failure).to.be.instanceOf(DuplicateKey);
    expect((failure as DuplicateKey).fields).to.deep.equal(['org_id', 'title']);
    expect(await notes().count({ org_id: 'org_a', title: 'beside' })).to.equal(0);
  });

  it('lets a refused commit refuse no other that shares its transaction', async () => {
    await commit(insert(notes(), note('taken')));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        commit(insert(notes(), note(index % 10 === 0 ? 'taken' : `free ${index}`))),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).to.have.length(3);
    expect(await notes().count({ org_id: 'org_a', title: /^free/ })).to.equal(27);
  });

  it('refuses to replace or remove a version that is not the stored one', async () => {
    const made = note('versioned');
    await commit(insert(notes(), made));
    await commit(replace(notes(), { ...made, version: 2 }, 1));
    expect(await catchFailure(commit(replace(notes(), { ...made, version: 2 }, 1)))).to.be.instanceOf(VersionConflict);
    expect(await catchFailure(commit(remove(notes(), made._id, 1)))).to.be.instanceOf(VersionConflict);
    await commit(remove(notes(), made._id, 2));
    expect(await notes().findOne({ org_id: 'org_a', _id: made._id })).to.equal(null);
  });

  it('refuses a document that is not of its collection’s shape', async () => {
    const bad = { ...note('bad'), version: 'one' as unknown as number };
    expect(await catchFailure(commit(insert(notes(), bad)))).to.be.instanceOf(Error);
    expect(await notes().count({ org_id: 'org_a', title: 'bad' })).to.equal(0);
  });

  it('decides again until parallel changes of one record are all in', async () => {
    const orgId = newId('organization');
    const notesApi = api(orgId);
    const { id } = (await notesApi.post('/v1/notes', { title: 'many' })).body.data;
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => notesApi.patch(`/v1/notes/${id}`, { text: 'x' })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(15).fill(200));
    expect(await notes().findOne({ org_id: orgId, _id: id })).to.include({ text: 'x'.repeat(15), version: 16 });
  });

  it('refuses a query without the organisation, with an unknown path, and takes a caller’s object as a literal', async () => {
    expect(await catchFailure(notes().find({ title: 'kept' }))).to.be.instanceOf(Error);
    const byId = await catchFailure(notes().findOne({ _id: newId('event') }));
    expect(String(byId)).to.contain('does not carry the organisation');
    expect(await catchFailure(notes().find({ org_id: 'org_a', nothing: 1 } as never))).to.be.instanceOf(Error);
    const injected = await notes()
      .find({ org_id: 'org_a', title: { $ne: 'x' } } as never)
      .catch(() => []);
    expect(injected).to.deep.equal([]);
  });

  it('gives each of many reads at once its own document, and nobody that of another organisation', async () => {
    const kept = Array.from({ length: 150 }, (_, index) => note(`read ${index}`, index % 2 ? 'org_a' : 'org_b'));
    await commit(...kept.map((one) => insert(notes(), one)));
    const requested = kept.flatMap(({ _id }) => [
      { _id, org_id: 'org_a' },
      { _id, org_id: 'org_b' },
    ]);
    const found = await Promise.all(requested.map((filter) => notes().findOne(filter)));
    for (const [index, filter] of requested.entries()) {
      const expected = kept.find((one) => one._id === filter._id && one.org_id === filter.org_id);
      expect(found[index]?.title).to.equal(expected?.title);
    }
  });

  it('shows a read what was acknowledged before it was asked, however many reads are under way', async () => {
    const under = Array.from({ length: 300 }, () => notes().findOne({ _id: newId('event'), org_id: 'org_a' }));
    const kept = note('just now');
    await commit(insert(notes(), kept));
    expect((await notes().findOne({ _id: kept._id, org_id: 'org_a' }))?.title).to.equal('just now');
    expect(await Promise.all(under)).to.deep.equal(under.map(() => null));
  });

  it('keeps a running total equal to what was committed, and adds nothing for what was refused', async () => {
    const totals = kit().open(defineTotals('note_total'));
    const read = makeReadTotal(totals);
    const of = { orgId: 'org_a', name: 'note' };
    const counted = (title: string) => commit(insert(notes(), note(title)), tally(totals, of, 1));
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
