import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { MongoClient, type Timestamp } from 'mongodb';
import { Advice, say } from '../../runtime/command-line.ts';
import { findMongod } from '../../runtime/mongo-binary.ts';
import { prepareDataDirectory, REPOSITORY } from '../../runtime/paths.ts';
import { findFreePortBase } from '../../runtime/ports.ts';
import { writePrivateFile } from '../../runtime/private-file.ts';
import { generateSecrets } from '../../runtime/secrets.ts';
import type { Backends } from '../../runtime/service-process.ts';
import { loadSettings, type Settings } from '../../runtime/settings.ts';
import { commandOnPath, readOutput, runTool } from '../../runtime/tool.ts';
import { withMongodb } from '../own-mongodb.ts';
import { verifyChains } from '../verify-restored.ts';
import { findDatabaseTools } from './database-tools.ts';
import { readStored, type WrittenRecords, writeRecords } from './written-record.ts';

const BOOK = join(REPOSITORY, 'docs/backup.md');

/** The commands that the page shows, by what they do. */
const parseCommands = (page: string) => {
  const [, section = ''] = page.split('\n## To any moment\n');
  const [everything = '', slice = '', when = '', back = ''] = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(
    ([, block = '']) => block,
  );
  return { everything, slice, when, back };
};

/** The newest MongoDB that the tools of that commit were made for. */
const KNOWN = { major: 8, minor: 0 };

const isNewerThanTools = async (): Promise<boolean> => {
  const [, major, minor] = /v(\d+)\.(\d+)/.exec(runTool([await findMongod(say), '--version'], {})) ?? [];
  return Number(major) > KNOWN.major || (Number(major) === KNOWN.major && Number(minor) > KNOWN.minor);
};

type Scratch = { settings: Settings; backends: Backends; client: MongoClient; configFile: string };

describe('the way back to any moment by the tools of MongoDB', function () {
  this.timeout(30 * 60_000);
  const commands = parseCommands(readFileSync(BOOK, 'utf8'));
  const secrets = generateSecrets();
  let folder: string;
  let tools: string;
  let kept: string;

  before(async function () {
    folder = mkdtempSync(join(tmpdir(), 'point-in-time-'));
    kept = join(folder, 'kept');
    mkdirSync(kept);
    if (commandOnPath('jq') === null) {
      say('jq is missing, by which docs/backup.md reads the oplog: apt-get install jq');
      return this.skip();
    }
    if (await isNewerThanTools()) {
      say(
        'MongoDB is newer here than the Database Tools that are built from source; the way back by them is not tried',
      );
      return this.skip();
    }
    const found = await findDatabaseTools(say).catch((error: unknown) => {
      if (error instanceof Advice) return say(error.message);
      throw error;
    });
    // Where they cannot be built, which is said, nothing is tried.
    if (!found) return this.skip();
    tools = found;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A MongoDB as the scripts start it, with the users of the programs, which forgets nothing by its age. */
  const withScratch = async <Result>(name: string, work: (scratch: Scratch) => Promise<Result>): Promise<Result> => {
    const paths = prepareDataDirectory(join(folder, name));
    const settings = { ...loadSettings({}), dataDir: join(folder, name), portBase: await findFreePortBase() };
    return withMongodb(settings, { paths, secrets }, async (backends) => {
      const configFile = join(folder, `${name}.yaml`);
      writePrivateFile(configFile, `uri: ${backends.mongodbUri}&readConcernLevel=majority\n`);
      const client = await MongoClient.connect(backends.mongodbUri);
      try {
        await client.db('admin').command({ setParameter: 1, ttlMonitorEnabled: false });
        return await work({ settings, backends, client, configFile });
      } finally {
        await client.close();
      }
    });
  };

  const run = async (commands: string, environment: Record<string, string>): Promise<string> => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: kept,
      env: { PATH: `${tools}:${process.env.PATH}`, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, out, err } = await readOutput(child);
    expect(code, `${commands}\n${err}`).to.equal(0);
    return out;
  };

  /** The time of the oplog, which goes on by being asked. */
  const getSecond = async ({ client }: Scratch): Promise<number> => {
    const { operationTime } = await client.db('admin').command({ appendOplogNote: 1, data: {} });
    return (operationTime as Timestamp).t;
  };
  const untilNextSecond = async (scratch: Scratch): Promise<void> => {
    const now = await getSecond(scratch);
    await eventually('the next second', async () => (await getSecond(scratch)) > now);
  };

  /** Keeps everything while records are written, and gives up a name to another record meanwhile. */
  const keepEverything = async (records: WrittenRecords, URI: string): Promise<void> => {
    let first = await records.create('first');
    let isKept = false;
    const writing = (async () => {
      for (let index = 0; !isKept; index += 1) {
        await records.rename(first, `renamed ${index}`);
        first = await records.create('first');
      }
    })();
    await run(commands.everything, { URI });
    isKept = true;
    await writing;
  };

  /** What is gone by mistake: a log that was dropped, and records that were removed. */
  const mistake = async ({ client }: Scratch): Promise<void> => {
    await client.db('qsc_audit').dropCollection('audit_entry');
    await client.db('qsc_entity').collection('entity').deleteMany({});
  };

  /** Keeps a base and slices up to behind a mistake; what was there before it. */
  const keepPastMistake = async (source: Scratch) => {
    const records = writeRecords(source.client);
    const { configFile: URI } = source;
    await records.prepare();
    await keepEverything(records, URI);
    const id = await records.create('one of the first slice');
    await records.createLarge();
    await run(commands.slice, { URI });
    await records.rename(id, 'renamed in the second slice');
    await records.remove(await records.create('removed in the second slice'));
    await records.create('one of the first slice');
    await source.client.db('qsc_entity').collection('later').createIndex({ org_id: 1 }, { unique: true });
    await untilNextSecond(source);
    const before = await readStored(source.client);
    await untilNextSecond(source);
    await mistake(source);
    await records.create('after the mistake');
    await run(commands.slice, { URI });
    return { before, entries: records.entries() - 1, orgId: records.orgId };
  };

  it('brings all back as it was in the second before a mistake, with unbroken logs, by the commands of docs/backup.md', async () => {
    const known = await withScratch('source', keepPastMistake);
    expect(readdirSync(join(kept, 'slices'))).to.have.length(3);
    const [told = ''] = (await run(commands.when, {})).trim().split('\n');
    const [T, , database, what] = JSON.parse(told);
    expect([database, what.drop]).to.deep.equal(['qsc_audit.$cmd', 'audit_entry']);
    await withScratch('target', async ({ settings, backends, client, configFile: NEW }) => {
      await run(commands.back, { NEW, T: String(T) });
      expect(await readStored(client)).to.deep.equal(known.before);
      const [chain, ...others] = await verifyChains({ settings, secrets, backends });
      expect(others).to.deep.equal([]);
      expect(chain).to.include({ org_id: known.orgId, valid: true, entries: known.entries });
    });
  });
});
