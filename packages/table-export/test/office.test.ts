import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { openBook } from './book.ts';
import { exportTable, ROW, rowWith, streamRows } from './sample.ts';

const isThere = spawnSync('soffice', ['--version']).status === 0;

/** Separated by commas, UTF-8: what its dialog proposes for such a file. */
const UTF8_CSV = 'Text - txt - csv (StarCalc):44,34,76,1';

/** Values as they are shown. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1';

describe('A table in LibreOffice', () => {
  let folder: string;

  before(async function () {
    if (!isThere) {
      console.log('      LibreOffice (soffice) is not on the PATH: what it reads is not looked at.');
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'table-export-'));
  });

  after(async () => {
    if (folder) await rm(folder, { recursive: true });
  });

  /** The file as LibreOffice saves it again in another form. */
  const savedAs = async (form: string, name: string, file: Buffer): Promise<Buffer> => {
    await writeFile(join(folder, name), file);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const out = join(folder, `${name}-out`);
    const reading = name.endsWith('.csv') ? [`--infilter=${UTF8_CSV}`] : [];
    const options = [profile, '--headless', ...reading, '--convert-to', form, '--outdir', out, join(folder, name)];
    await promisify(execFile)('soffice', options);
    const [saved] = await readdir(out);
    return readFile(join(out, saved!));
  };

  const rows = [ROW, rowWith({ name: '=1+1', score: -5, audit: null }), rowWith({ name: '  +x', primary: false })];

  it('xlsx: shows text, numbers and dates as they are, and computes nothing', async () => {
    const shown = await savedAs(AS_CSV, 'table.xlsx', await exportTable('xlsx', streamRows(...rows)));
    expect(parse(shown, { bom: true, from: 2 })).to.deep.equal([
      ['Müller, "Söhne" 株式会社', '00123', '26', '2027-03-01', '2026-11-21 23:59:58.125', 'yes'],
      ['=1+1', '00123', '-5', '', '2026-11-21 23:59:58.125', 'yes'],
      ['  +x', '00123', '26', '2027-03-01', '2026-11-21 23:59:58.125', 'no'],
    ]);
  });

  it('csv: reads UTF-8, dates as dates, and computes nothing', async () => {
    const saved = await savedAs('xlsx', 'plain.csv', await exportTable('csv', streamRows(...rows)));
    const [, first, second] = openBook(saved).sheet(1);
    expect(first![3]).to.include({ type: 'n', format: 'yyyy\\-mm\\-dd' });
    expect(Number(first![3]!.text)).to.equal(Date.parse('2027-03-01') / 86_400_000 + 25_569);
    expect(second![2]).to.include({ type: 'n', text: '-5' });
    for (const cell of [first, second].flat()) expect(cell!.formula).to.equal(false);
    const shown = await savedAs(AS_CSV, 'shown.csv', await exportTable('csv', streamRows(...rows)));
    expect(parse(shown, { bom: true, from: 2 }).map(([name]) => name)).to.deep.equal([ROW.name, "'=1+1", '  +x']);
  });
});
