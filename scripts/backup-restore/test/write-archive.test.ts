import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Advice } from '../../runtime/command-line.ts';
import { type ArchiveRecord, jsonRecord } from '../archive/record.ts';
import { writeArchive } from '../archive/write-archive.ts';

describe('an archive that is being written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  const key = Buffer.alloc(32, 1);
  after(() => rmSync(folder, { recursive: true }));

  const catchFailure = (file: string, records: AsyncIterable<ArchiveRecord>, stopped: AbortSignal) =>
    writeArchive(file, records, { key, stopped }).then(
      () => null,
      (error: Error) => error,
    );

  it('leaves nothing when it is stopped, at whatever moment', async () => {
    for (const at of [0, 1, 1_000]) {
      const stop = new AbortController();
      const why = new Advice('Stopped.');
      const endless = async function* (): AsyncGenerator<ArchiveRecord> {
        for (let written = 0; ; written += 1) {
          if (written === at) stop.abort(why);
          yield jsonRecord('settings', { written: String(written) });
        }
      };
      expect(await catchFailure(join(folder, 'whole'), endless(), stop.signal)).to.equal(why);
      expect(readdirSync(folder)).to.deep.equal([]);
    }
  });

  it('names the file where the disk refuses it', async () => {
    const file = join(folder, 'whole');
    const one = async function* (): AsyncGenerator<ArchiveRecord> {
      yield jsonRecord('settings', {});
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    const error = await catchFailure(file, one(), new AbortController().signal);
    expect(error).to.be.instanceOf(Advice);
    expect(error?.message).to.include(file).and.include('no space left');
    expect(readdirSync(folder)).to.deep.equal([]);
  });
});
