import { countStored, type EventTap, eventually, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { certificate, nestedBomb } from '../../packages/certificate-extraction/test/pool/hostile-document.ts';
import { readDemo } from './demo.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';
import { expectCoded } from './security-answer.ts';
import { type Upload, uploadCertificate } from './upload.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

type Case = { what: string; upload: () => Promise<Omit<Upload, 'key'>>; status: number; code: string };

/** One that is refused by its content and one by its size; the other kinds are tested at the service and its extraction. */
const REFUSED: readonly Case[] = [
  {
    what: 'a PDF of 9 KiB that inflates to 4 GiB',
    upload: async () => ({ file: nestedBomb(4 * GIB) }),
    status: 413,
    code: 'payload_too_large',
  },
  {
    what: 'a file of one byte more than 25 MiB',
    upload: async () => {
      const paper = await certificate();
      return { file: Buffer.concat([paper, Buffer.alloc(25 * MIB + 1 - paper.length, ' ')]) };
    },
    status: 413,
    code: 'payload_too_large',
  },
];

describe('certificates that are sent to do harm', () => {
  const demo = readDemo();
  let own: OwnOrganization;
  let tap: EventTap;
  let metadata: object;
  let filesBefore: number;

  const storedFiles = () =>
    countStored(process.env.MONGODB_URI ?? '', { database: 'qsc_certificate', collection: 'file.files' });

  before(async () => {
    own = await newOrganization(demo, 'Attack');
    tap = await tapEvents(process.env.AMQP_URL ?? '');
    const supplier = await own.admin.post('/v1/suppliers', { name: 'Attacked', supplier_code: 'ATT-1' });
    metadata = { type: 'gmp', name: 'Certificate', supplier_id: supplier.body.data.id };
    filesBefore = await storedFiles();
  });

  after(() => tap.close());

  for (const { what, upload, status, code } of REFUSED)
    it(`are refused when they are ${what}`, async () => {
      const answer = await uploadCertificate(demo, { key: own.qualityKey, metadata, ...(await upload()) });
      expectCoded(answer, what);
      expect([answer.status, answer.body.error.code], answer.text).to.deep.equal([status, code]);
      await eventually('its file is gone', async () => (await storedFiles()) === filesBefore);
    });

  it('leave nothing behind: no certificate, no file, no event, no audit entry', async () => {
    // What comes after them is notified of; so nothing of theirs is on its way any more.
    const good = await uploadCertificate(demo, { key: own.qualityKey, file: await certificate(), metadata });
    expect(good.status, good.text).to.equal(201);
    const { id } = good.body.data;
    await eventually('the audit entry of a good one', async () => {
      const { body } = await own.admin.get(`/v1/audit-logs?entity_id=${id}&action=create`);
      return body.data.length === 1;
    });
    const certificates = (await own.quality.get('/v1/certificates')).body;
    expect(certificates.data.map((one: { id: string }) => one.id)).to.deep.equal([id]);
    const entries = (await own.admin.get('/v1/audit-logs?entity_type=certificate')).body.data;
    expect(entries.filter((entry: { entity_id: string }) => entry.entity_id !== id)).to.deep.equal([]);
    const received = tap.events.filter(({ orgid, type }) => orgid === own.orgId && type.startsWith('certificate.'));
    expect(received.filter(({ subject }) => subject !== id)).to.deep.equal([]);
    await eventually('no file but the good one', async () => (await storedFiles()) === filesBefore + 1);
  });
});
