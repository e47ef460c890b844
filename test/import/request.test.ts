import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { toApiError } from '../../packages/client/src/errors.ts';
import { waitAfter } from '../../scripts/import-csv/api/retry.ts';
import { UsageError } from '../../scripts/import-csv/import-error.ts';
import { readOptions } from '../../scripts/import-csv/options.ts';
import { writeReport } from '../../scripts/import-csv/report.ts';
import { intoChunks } from '../../scripts/import-csv/upload/chunk.ts';

describe('asking the API again', () => {
  const wait = (status: number, retryAfter: string | null = null, code = 'any') => {
    const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
    return waitAfter(toApiError(status, headers, { error: { code } }), 0);
  };

  it('is done after faults that pass, as they tell', () => {
    expect(wait(429, '7')).to.deep.equal({ ms: 7_000, limited: true });
    expect(wait(503, '2')).to.deep.equal({ ms: 2_000, limited: false });
    expect(wait(500)?.ms).to.be.within(250, 500);
    expect(wait(409, '1', 'idempotency_in_progress')).to.deep.equal({ ms: 1_000, limited: false });
  });

  it('is not done after an answer that stays', () => {
    for (const status of [400, 401, 403, 404, 409, 422]) expect(wait(status), String(status)).to.equal(null);
  });
});

describe('the pieces of an upload', () => {
  it('hold at most 500 items and 4 MiB', () => {
    const lengths = (count: number, size: number) =>
      intoChunks(Array.from({ length: count }), () => size).map(({ length }) => length);
    expect(lengths(1_100, 10)).to.deep.equal([500, 500, 100]);
    expect(lengths(10, 1024 * 1024)).to.deep.equal([4, 4, 2]);
    expect(lengths(2, 9 * 1024 * 1024)).to.deep.equal([1, 1]);
    expect(lengths(0, 1)).to.deep.equal([]);
  });
});

describe('the command line of the import', () => {
  let folder: string;
  const read = (...parameters: string[]) => readOptions(parameters, { QSC_DATA_DIR: folder });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'import-options-'));
    writeFileSync(join(folder, 'demo.json'), JSON.stringify({ base_url: 'http://127.0.0.1:7400', api_key: 'demo' }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes the running mesh when nothing else is given', () => {
    expect(read('a/b.csv')).to.deep.equal({
      file: 'a/b.csv',
      mapping: null,
      report: join(folder, 'import/b.csv.report.csv'),
      retryMs: 120_000,
      target: { baseUrl: 'http://127.0.0.1:7400', apiKey: 'demo' },
    });
  });

  it('takes address and key from the command, then from the environment', () => {
    const environment = { QSC_DATA_DIR: folder, QSC_BASE_URL: 'https://api.example/', QSC_API_KEY: 'environment' };
    expect(readOptions(['a.csv'], environment)?.target).to.deep.equal({
      baseUrl: 'https://api.example',
      apiKey: 'environment',
    });
    expect(readOptions(['a.csv', '--api-key', 'given'], environment)?.target?.apiKey).to.equal('given');
  });

  it('sends the demo key to no other address', () => {
    expect(() => read('a.csv', '--base-url', 'https://other.example')).to.throw(UsageError, '--api-key');
  });

  it('refuses what it does not know', () => {
    for (const parameters of [
      [],
      ['a', 'b'],
      ['a', '--maping', 'x'],
      ['a', '--retry-seconds', 'long'],
      ['a', '--base-url', 'ftp://x', '--api-key', 'k'],
    ])
      expect(() => read(...parameters), parameters.join(' ')).to.throw(UsageError);
  });
});

describe('the report of an import', () => {
  it('is CSV or JSON lines, by line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'import-report-'));
    const lines = [
      { line: 12, outcome: 'rejected', field: 'a', message: 'Says "x", and more.' },
      { line: 3, outcome: 'duplicate', field: '', message: 'Again.' },
    ] as const;
    writeReport(join(folder, 'deep/r.csv'), lines);
    writeReport(join(folder, 'r.jsonl'), lines);
    expect(readFileSync(join(folder, 'deep/r.csv'), 'utf8')).to.equal(
      'line,outcome,field,message\n3,duplicate,,Again.\n12,rejected,a,"Says ""x"", and more."\n',
    );
    expect(
      readFileSync(join(folder, 'r.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).to.deep.equal([lines[1], lines[0]]);
    rmSync(folder, { recursive: true });
  });
});
