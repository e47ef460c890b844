import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { makeLookup, NameNotResolved } from '@qsc/service-kit';
import { expect } from 'chai';

const A = 1;
const AAAA = 28;

/** The answer to a DNS question (RFC 1035): the given addresses, in bytes; without any, that there is no such name. */
const answerTo = (question: Buffer, type: number, addresses: readonly number[][]): Buffer => {
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(addresses.length > 0 ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const end = question.indexOf(0, 12) + 5;
  const records = addresses.map((bytes) => {
    const record = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
    return Buffer.concat([record, Buffer.from(bytes)]);
  });
  return Buffer.concat([header, question.subarray(12, end), ...records]);
};

describe('the lookup of a name', () => {
  let server: Socket;
  let questions: number[];
  let zone: Partial<Record<number, number[][]>>;

  beforeEach(async () => {
    [questions, zone] = [[], {}];
    server = createSocket('udp4', (question, { port, address }) => {
      const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
      questions.push(type);
      server.send(answerTo(question, type, zone[type] ?? []), port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    server.close();
    await once(server, 'close');
  });

  const lookUp = (name: string) => makeLookup([`127.0.0.1:${server.address().port}`])(name);

  it('brings every address, of both kinds', async () => {
    zone = {
      [A]: [
        [10, 0, 0, 1],
        [8, 8, 8, 8],
      ],
      [AAAA]: [[...Array(15).fill(0), 1]],
    };
    expect(await lookUp('receiver.test')).to.have.members(['10.0.0.1', '8.8.8.8', '::1']);
    expect(questions).to.have.members([A, AAAA]);
  });

  it('brings the addresses of one kind where the other has none', async () => {
    zone = { [A]: [[8, 8, 8, 8]] };
    expect(await lookUp('receiver.test')).to.deep.equal(['8.8.8.8']);
  });

  it('says so where there is no such name', async () => {
    expect(await lookUp('receiver.test').catch((error: unknown) => error)).to.be.instanceOf(NameNotResolved);
  });

  it('asks nobody for localhost', async () => {
    zone = { [A]: [[8, 8, 8, 8]] };
    for (const name of ['localhost', 'LOCALHOST.', 'a.localhost']) {
      expect(await lookUp(name), name).to.deep.equal(['127.0.0.1', '::1']);
    }
    expect(questions).to.deep.equal([]);
    expect(await lookUp('notlocalhost')).to.deep.equal(['8.8.8.8']);
  });
});
