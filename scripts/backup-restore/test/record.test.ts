import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backupAt } from '../../../services/audit/src/backup/backup.ts';
import { writePlan } from '../../runtime/plan.ts';
import { FORMAT, type Manifest } from '../archive/manifest.ts';
import type { MadeBackup } from '../back-up.ts';
import { recordBackup } from '../record.ts';

describe('a backup whose databases no mesh of ./scripts/up has', () => {
  let directory: string;
  let made: MadeBackup;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "the operator's-"));
    const manifest: Manifest = {
      format: FORMAT,
      moment: '2026-05-01T23:00:00Z',
      cluster_time: { t: 1, i: 1 },
      release: '1.0.0',
      databases: [],
      files: [],
      settings: { names: [], sha256: '' },
    };
    made = { file: join(directory, 'qsc-1.backup'), manifest, archiveBytes: 42 };
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const requireCommand = (command: string | null): void => {
    const [, file] = /record-backup\.ts < (.*)$/.exec(String(command)) ?? [];
    const read = JSON.parse(execFileSync('sh', ['-c', `cat < ${file}`], { encoding: 'utf8' }));
    expect(backupAt(new Date()).parse(read)).to.deep.equal({
      moment: '2026-05-01T23:00:00Z',
      made_by: 'scripts/backup',
      bytes: 42,
    });
    expect(statSync(`${made.file}.json`).mode & 0o777).to.equal(0o600);
  };

  it('is to be noted by a command that is told, from a file beside the archive', async () => {
    requireCommand(await recordBackup(made, { planFile: join(directory, 'plan.json'), mongodbUri: null }));
  });

  it('is not noted in the mesh of another MongoDB that was started here', async () => {
    const planFile = join(directory, 'plan.json');
    const audit = {
      name: 'audit',
      stage: 2,
      command: ['false'] as const,
      environment: { MONGODB_URI: 'mongodb://here' },
      httpPort: null,
      ports: [],
      probe: { kind: 'tcp', port: 1 } as const,
      stopGraceMs: 1,
    };
    writePlan(planFile, { workingDirectory: directory, logs: directory, state: '', processes: [audit] });
    requireCommand(await recordBackup(made, { planFile, mongodbUri: 'mongodb://elsewhere' }));
  });
});
