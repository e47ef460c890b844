import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { type Call, DuplicateKey, insert, replace, systemCall, VersionConflict } from '@qsc/service-kit';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { type NoteService, noteDefinition, startNoteService } from './note-service.ts';

type Counter = { _id: string; org_id: string; title: string; text: string; version: number };

describe('decisions that share a commit', () => {
  const environment = testEnvironment();
  let identity: StandInIdentity;
  let services: NoteService[];

  before(async () => {
    identity = await startStandInIdentity();
    const config = testServiceConfig(environment, identity);
    services = await Promise.all([1, 2].map(() => startNoteService(config, `note.${randomUUID()}.v1`)));
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  const first = () => services[0] as NoteService;
  const call = (of: Partial<Call> = {}): Call => ({ ...systemCall('org_a', new Date()), ...of });

  /** A counter, kept in the text of a note, and how often its state was written. */
  const counter = async () => {
    const id = newId('event');
    const row: Counter = { _id: id, org_id: 'org_a', title: id, text: '0', version: 1 };
    await first().kit.unitOfWork.commit([insert(first().kit.open(noteDefinition), row)], []);
    const read = async (service = first()) =>
      (await service.kit.open(noteDefinition).findOne({ org_id: 'org_a', _id: id })) as Counter;
    const shared = (service: NoteService) => ({
      key: id,
      read: () => read(service),
      write: (before: Counter, after: Counter) => [
        replace(service.kit.open(noteDefinition), { ...after, version: before.version + 1 }, before.version),
      ],
    });
    /** Draws the next number and writes a note that carries it. */
    const draw = (service = first(), { title = newId('event'), of = call(), refuse = () => {} }: Draw = {}) =>
      service.kit.unitOfWork.decideTogether(of, shared(service), (state) => {
        refuse();
        const number = Number(state.text) + 1;
        const note = { _id: newId('event'), org_id: 'org_a', title, text: `${id} ${number}`, version: 1 };
        const changes = [insert(service.kit.open(noteDefinition), note)];
        return { state: { ...state, text: String(number) }, decision: { changes, events: [], answer: number } };
      });
    const drawn = async () => {
      const notes = await first()
        .kit.open(noteDefinition)
        .find({ org_id: 'org_a', text: new RegExp(`^${id} `) });
      return notes.map(({ text }) => Number(text.split(' ')[1])).toSorted((one, other) => one - other);
    };
    return { read, draw, drawn };
  };

  type Draw = { title?: string; of?: Call; refuse?: () => void };

  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('writes what they share once for many of them', async () => {
    const { read, draw, drawn } = await counter();
    const numbers = await Promise.all(upTo(60).map(() => draw()));
    expect(numbers.toSorted((one, other) => one - other)).to.deep.equal(upTo(60));
    expect(await drawn()).to.deep.equal(upTo(60));
    expect((await read()).version).to.be.below(30);
  });

  it('gives each number once to two replicas that draw at the same time', async () => {
    const { draw, drawn } = await counter();
    const numbers = await Promise.all(upTo(60).map((index) => draw(services[index % 2])));
    expect(numbers.toSorted((one, other) => one - other)).to.deep.equal(upTo(60));
    expect(await drawn()).to.deep.equal(upTo(60));
  });

  it('refuses those that refuse themselves and no other, and leaves no gap for them', async () => {
    const { draw, drawn } = await counter();
    const refuse = () => {
      throw new Error('no');
    };
    const outcomes = await Promise.allSettled(
      upTo(30).map((index) => draw(first(), index % 3 === 0 ? { refuse } : {})),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).to.have.length(10);
    expect(await drawn()).to.deep.equal(upTo(20));
  });

  it('refuses those that the commit refuses and no other, and leaves no gap for them', async () => {
    const { draw, drawn } = await counter();
    const taken = newId('event');
    await draw(first(), { title: taken });
    const outcomes = await Promise.allSettled(
      upTo(30).map((index) => draw(first(), index % 10 === 0 ? { title: taken } : {})),
    );
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons).to.have.length(3);
    for (const reason of reasons) expect(reason).to.be.instanceOf(DuplicateKey);
    expect(await drawn()).to.deep.equal(upTo(28));
  });

  it('decides anew what a record has changed under', async () => {
    const { draw, drawn } = await counter();
    let isFirst = true;
    const refuse = () => {
      if (!isFirst) return;
      isFirst = false;
      throw new VersionConflict('note');
    };
    expect(await Promise.all([draw(first(), { refuse }), draw()])).to.have.members([1, 2]);
    expect(await drawn()).to.deep.equal([1, 2]);
  });

  it('keeps the answer of each idempotent request in the commit', async () => {
    const { draw } = await counter();
    const of = () => call({ idempotency: { id: newId('request'), fingerprint: 'x', once: [], stored: false } });
    const calls = upTo(5).map(of);
    const numbers = await Promise.all(calls.map((one) => draw(first(), { of: one })));
    expect(calls.map(({ idempotency }) => idempotency?.stored)).to.deep.equal(Array(5).fill(true));
    const rows = await first()
      .kit.connection.collection('idempotency')
      .find({ _id: { $in: calls.map(({ idempotency }) => idempotency?.id ?? '') } as never })
      .toArray();
    expect(rows.map(({ answer }) => Number(answer))).to.have.members(numbers);
  });
});
