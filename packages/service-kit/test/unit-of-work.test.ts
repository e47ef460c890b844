import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { DuplicateKey, insert, remove, replace, VersionConflict } from '@qsc/service-kit';
import {
  apiClient,
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { type NoteService, noteDefinition, startNoteService } from './note-service.ts';

const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the unit of work', () => {
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

  const note = (title: string, org_id = 'org_a') => ({ _id: newId('event'), org_id, title, text: '', version: 1 });
  const notes = () => service.kit.open(noteDefinition);
  const { commit } = {
    commit: (...changes: Parameters<NoteService['kit']['unitOfWork']['commit']>[0]) =>
      service.kit.unitOfWork.commit(changes, []),
  };

  it('writes all of a commit or nothing of it', async () => {
    const [kept, twin] = [note('kept'), note('kept')];
    await commit(insert(notes(), kept));
    const failure = await failureOf(commit(insert(notes(), note('beside')), insert(notes(), twin)));
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
    expect(await failureOf(commit(replace(notes(), { ...made, version: 2 }, 1)))).to.be.instanceOf(VersionConflict);
    expect(await failureOf(commit(remove(notes(), made._id, 1)))).to.be.instanceOf(VersionConflict);
    await commit(remove(notes(), made._id, 2));
    expect(await notes().findOne({ org_id: 'org_a', _id: made._id })).to.equal(null);
  });

  it('refuses a document that is not of its collection’s shape', async () => {
    const bad = { ...note('bad'), version: 'one' as unknown as number };
    expect(await failureOf(commit(insert(notes(), bad)))).to.be.instanceOf(Error);
    expect(await notes().count({ org_id: 'org_a', title: 'bad' })).to.equal(0);
  });

  it('decides again until parallel changes of one record are all in', async () => {
    const orgId = newId('organization');
    const api = apiClient(`http://127.0.0.1:${service.httpPort}`, identity.token({ orgId }));
    const { id } = (await api.post('/v1/notes', { title: 'many' })).body.data;
    const answers = await Promise.all(Array.from({ length: 15 }, () => api.patch(`/v1/notes/${id}`, { text: 'x' })));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(15).fill(200));
    expect(await notes().findOne({ org_id: orgId, _id: id })).to.include({ text: 'x'.repeat(15), version: 16 });
  });

  it('refuses a query without the organisation, with an unknown path, and takes a caller’s object as a literal', async () => {
    expect(await failureOf(notes().find({ title: 'kept' }))).to.be.instanceOf(Error);
    expect(await failureOf(notes().find({ org_id: 'org_a', nothing: 1 } as never))).to.be.instanceOf(Error);
    const injected = await notes()
      .find({ org_id: 'org_a', title: { $ne: 'x' } } as never)
      .catch(() => []);
    expect(injected).to.deep.equal([]);
  });
});
