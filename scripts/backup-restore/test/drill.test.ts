import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { loadSettings } from '../../runtime/settings.ts';
import { seal } from '../archive/sealed-stream.ts';
import { runDrill } from '../drill.ts';
import { recordDrill } from '../record.ts';
import { requireValid } from '../verify-restored.ts';

describe('a restore drill that does not pass', () => {
  const key = randomBytes(32);
  let directory: string;
  let said: string[];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'drill-'));
    said = [];
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const say = (line: string) => said.push(line);

  const drill = (file: string) =>
    runDrill({ file, key }, loadSettings({ QSC_DATA_DIR: directory }), {
      stopped: new AbortController().signal,
      say,
    });

  it('says in words on the terminal what was wrong, and hands on a code alone', async () => {
    const file = join(directory, 'not there');
    const result = await drill(file);
    expect(result).to.deep.include({ passed: false, reason: 'not_verified', backup: null, organizations: [] });
    expect(JSON.stringify(result)).to.not.include(directory);
    expect(said.join()).to.include(file);
  });

  it('tells an archive that was cut off', async () => {
    const file = join(directory, 'cut.backup');
    const sealed = await buffer(Readable.from(seal(Readable.from([randomBytes(1000)]), key)));
    writeFileSync(file, sealed.subarray(0, -1));
    expect(await drill(file)).to.deep.include({ passed: false, reason: 'archive_damaged' });
  });

  it('is kept in a file that its owner alone may read where no mesh runs here, and a command is told that reads it', async () => {
    const result = { ...(await drill(join(directory, 'not there'))), run_by: "O'Neill" };
    const run = join(directory, "the operator's", 'run');
    const told = await recordDrill(result, join(run, 'plan.json')).catch((error: Error) => error.message);
    const [, file] = /record-restore-drill\.ts < (.*)$/.exec(String(told)) ?? [];
    const read = execFileSync('sh', ['-c', `cat < ${file}`], { encoding: 'utf8' });
    expect(JSON.parse(read)).to.deep.equal(result);
    const path = join(run, `restore-drill-${result.at.replace(/\D/g, '')}.json`);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
  });

  it('names the broken logs to who runs it', () => {
    const broken = { sequence: 7, reason: 'content_changed' };
    const chains = [
      { org_id: 'org_1', valid: true, entries: 3, first_broken: null },
      { org_id: 'org_2', valid: false, entries: 6, first_broken: broken },
    ];
    expect(() => requireValid(chains, say)).to.throw('org_2 (entry 7: content_changed)');
    expect(said).to.deep.equal([]);
    requireValid(chains.slice(0, 1), say);
    expect(said.join()).to.include('1 organisations, 3 entries');
  });
});
