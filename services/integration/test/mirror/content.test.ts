import { expect } from 'chai';
import type { LocalRecord, LocalWriteResult } from '../../src/local/local-record.ts';
import { makeMirrorContent } from '../../src/mirror/mirror-content.ts';
import { AnswerTooLarge } from '../../src/remote/remote-error.ts';
import { mirrorRun, partner, remoteRecord } from './partner.ts';

const LOCAL: LocalRecord = {
  id: 'ent_1',
  entityType: 'document',
  name: 'A record',
  version: 1,
  deleted: false,
  attributes: { certificate_type: 'iso' },
};

const content_sync = { enabled: true, rendition_type: null, storage: null, on_update: null };

describe('a file that is brought here', () => {
  it('is a problem of its record, and of no other, where it is larger than what is read of one', async () => {
    const content = () => Promise.reject(new AnswerTooLarge());
    const there = { system: { ...partner().system, content } };
    const nobody = () => expect.fail('Nothing is to be written.');
    const mirror = makeMirrorContent({ upload: nobody, records: { write: nobody } });
    const remote = remoteRecord({});
    const pair = { externalId: remote.externalId, remote, local: LOCAL, mirrored: {}, linkVersion: 0 };
    const run = mirrorRun('org_1', there, { mapping: { entity_type: 'document', content_sync } });
    const { problems, mirrored } = await mirror(run, pair);
    expect(problems.map(({ code }) => code)).to.deep.equal(['VALIDATION_ERROR']);
    expect(mirrored).to.deep.equal({});
  });

  it('is not done with where its record may not name it, and is tried again by the same upload', async () => {
    const there = partner();
    const uploads: string[] = [];
    const message = 'The record is locked.';
    const results: LocalWriteResult[] = [
      { ok: false, kind: 'refused', code: 'conflict', message, field: null },
      { ok: true, record: { ...LOCAL, version: 2 } },
    ];
    const mirror = makeMirrorContent({
      async upload(_call, { commandId }) {
        uploads.push(commandId);
        return 'cert_1';
      },
      records: { write: async () => results.splice(0, 1) },
    });
    const remote = remoteRecord({});
    there.putFile(remote.externalId, Buffer.from('a file'));
    const pair = { externalId: remote.externalId, remote, local: LOCAL, mirrored: {}, linkVersion: 0 };
    const run = mirrorRun('org_1', there, { mapping: { entity_type: 'document', content_sync } });
    expect(await mirror(run, pair)).to.deep.equal({
      problems: [{ code: 'validation_failed', message, field: null }],
      mirrored: {},
      local: LOCAL,
    });
    const again = await mirror(run, pair);
    expect([again.problems, again.local.version]).to.deep.equal([[], 2]);
    expect(again.mirrored.content).to.include({ certificate_id: 'cert_1' });
    expect(uploads).to.have.length(2);
    expect(uploads[0]).to.equal(uploads[1]);
  });
});
