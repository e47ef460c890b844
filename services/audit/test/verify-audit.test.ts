import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalHash, canonicalJson, makeKeyRing, toEvidenceKey } from '@qsc/service-kit';
import { expect } from 'chai';
import type { AuditEntry } from '../src/entry/entry.ts';
import { newOrg } from './audit-fixture.ts';
import { type ExportFixture, makeChain, startExports } from './export-fixture.ts';

const PROGRAM = fileURLToPath(new URL('../../../scripts/verify-audit.mjs', import.meta.url));
const TYPE = 'audit-export+jws';

type Outcome = { status: number; reported: string };

/** Runs the program as an inspector does: Node and one file, away from the repository and its packages. */
const run = (folder: string, ...parameters: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const program = join(folder, 'verify-audit.mjs');
    execFile(process.execPath, [program, ...parameters], { cwd: folder, env: {} }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), reported: `${stdout}${stderr}` }),
    );
  });

/**
 * Texts that canonical JSON, csv and tables each have their trouble with. A backslash alone is not among them: as a name it makes
 * the `JSON.parse` of V8 13.6 take another escaped name for it.
 */
const NASTY = [
  ...['', ' ', '"', '""', '\\\\', '\r\n', '\n', ',', "'", '=1+1', '\t', '\u007f', '\ufffe\uffff', '\u2028', '\u0001'],
  ...['ä', '漢字', '😀', '\ud83d\ude00\u200d', 'é', '__proto__', '1', '10', '9', 'a"b,c\r\nd', '</script>'],
];

const NUMBERS = [0, -0, 1, -1, 0.1, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 333333333.3333333, 9007199254740991];

const pickOne = <Item>(items: readonly Item[]): Item => items[randomBytes(2).readUInt16LE() % items.length]!;

/** Some JSON value of any shape. */
const anyValue = (depth = 0): unknown => {
  const kind = randomBytes(1)[0]! % (depth > 3 ? 4 : 6);
  if (kind === 0) return pickOne(NASTY);
  if (kind === 1) return pickOne(NUMBERS);
  if (kind === 2) return pickOne([true, false, null]);
  if (kind === 3) return randomBytes(4).toString('hex');
  const values = Array.from({ length: randomBytes(1)[0]! % 4 }, () => anyValue(depth + 1));
  if (kind === 4) return values;
  return JSON.parse(
    `{${values.map((value) => `${JSON.stringify(pickOne(NASTY))}:${JSON.stringify(value)}`).join(',')}}`,
  );
};

describe('the offline check of an export', () => {
  let folder: string;
  const signingKey = generateKeyPairSync('ed25519').privateKey;
  const ring = makeKeyRing({ signingKey });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qsc-verify-'));
    await copyFile(PROGRAM, join(folder, 'verify-audit.mjs'));
    await writeFile(join(folder, 'key.json'), JSON.stringify(toEvidenceKey(signingKey)));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const put = async (name: string, content: string, signature: string | null = ring.signDetached(TYPE, content)) => {
    await writeFile(join(folder, name), content);
    await rm(join(folder, `${name}.sig`), { force: true });
    if (signature !== null) await writeFile(join(folder, `${name}.sig`), signature);
  };

  const jsonOfLines = (lines: readonly string[]): string => `[\n${lines.join(',\n')}\n]\n`;
  const toJson = (entries: readonly AuditEntry[]): string =>
    entries.length === 0 ? '[\n]\n' : jsonOfLines(entries.map((entry) => canonicalJson(entry)));

  const four = () => makeChain('org_1', [{}, { entity_name: 'second' }, {}, {}]);

  it('finds a whole file valid, and says what it has looked at', async () => {
    await put('good.json', toJson(four()));
    const { status, reported } = await run(folder, 'good.json');
    expect(reported)
      .to.match(/signature: valid/)
      .and.match(/entries: 4 of org_1, no\. 1 to no\. 4; .* 3 their neighbour/);
    expect([status, reported.trim().split('\n').at(-1)]).to.deep.equal([0, 'valid: good.json']);
  });

  it('takes signature and key from the given paths, as a set too, and as the API answers it', async () => {
    const content = toJson(four());
    await put('given.json', content, null);
    await writeFile(join(folder, 'elsewhere.sig'), `${ring.signDetached(TYPE, content)}\n`);
    const other = toEvidenceKey(generateKeyPairSync('ed25519').privateKey);
    const shapes = [{ data: ring.keys[0] }, { keys: [other, ring.keys[0]] }, { data: { keys: ring.keys } }];
    for (const shape of shapes) {
      await writeFile(join(folder, 'given-key.json'), JSON.stringify(shape));
      const options = ['--signature', 'elsewhere.sig', '--key', 'given-key.json'];
      expect((await run(folder, 'given.json', ...options)).status).to.equal(0);
    }
  });

  it('finds any byte that is another', async () => {
    const content = toJson(four());
    const signature = ring.signDetached(TYPE, content);
    for (const place of [0, Math.floor(content.length / 2)]) {
      const bytes = Buffer.from(content);
      bytes[place] = bytes[place]! ^ 1;
      await put('byte.json', bytes.toString('latin1'), signature);
      expect((await run(folder, 'byte.json')).status, `byte ${place}`).to.equal(1);
    }
    await put('byte.json', `${content}\n`, signature);
    expect((await run(folder, 'byte.json')).status).to.equal(1);
  });

  it('can find a filtered file valid, and prints how much is not in it', async () => {
    const [first, , , fourth] = four();
    await put('part.json', toJson([first!, fourth!]));
    const { status, reported } = await run(folder, 'part.json');
    expect(status).to.equal(0);
    expect(reported).to.include('2 numbers between them are not in the file');
  });

  it('finds what was altered in the log before the export, whoever signed it', async () => {
    const [first, second, third, fourth] = four();
    const { hash: _hash, ...content } = { ...second!, entity_name: 'other' };
    const again = { ...content, hash: canonicalHash(content) };
    const cases: [string, AuditEntry[], RegExp][] = [
      ['content', [first!, { ...second!, entity_name: 'other' }, third!, fourth!], /no\. 2 is not what was recorded/],
      ['again', [first!, again, third!, fourth!], /no\. 3 was not recorded after no\. 2/],
      ['order', [first!, third!, second!, fourth!], /no\. 2 comes after no\. 3/],
      ['twice', [first!, second!, second!, third!], /no\. 2 comes after no\. 2/],
      ['foreign', [first!, ...makeChain('org_2', [{}, {}]).slice(1)], /of another organisation/],
    ];
    for (const [name, entries, reason] of cases) {
      await put(`${name}.json`, toJson(entries));
      const { status, reported } = await run(folder, `${name}.json`);
      expect([name, status]).to.deep.equal([name, 1]);
      expect(reported).to.match(reason);
    }
  });

  it('finds a line that is written otherwise than it was recorded, such as with a member twice', async () => {
    const [first] = four();
    const line = canonicalJson(first!);
    await put('twice-named.json', jsonOfLines([line.replace('{', '{"action":"delete",')]));
    expect((await run(folder, 'twice-named.json')).reported).to.include('not written as it was recorded');
  });

  describe('is not cheated by whoever has the file and its signature', () => {
    const again = (given: readonly AuditEntry[]): AuditEntry[] => {
      const chain: AuditEntry[] = [];
      for (const { hash: _hash, ...entry } of given) {
        const content = { ...entry, previous_hash: chain.at(-1)?.hash ?? '0'.repeat(64) };
        chain.push({ ...content, hash: canonicalHash(content) });
      }
      return chain;
    };
    const changed = (entries: AuditEntry[]) =>
      again(entries.map((entry, index) => (index === 1 ? { ...entry, entity_name: 'Other' } : entry)));
    const cheats: Record<string, (entries: AuditEntry[]) => AuditEntry[]> = {
      'an entry is another and every hash is computed again': changed,
      'a line in the middle is gone': ([first, , ...rest]) => [first!, ...rest],
      'its end is cut off': (entries) => entries.slice(0, -1),
      'two lines changed places and all are numbered and hashed again': ([first, second, ...rest]) =>
        again([second!, first!, ...rest].map((entry, index) => ({ ...entry, sequence: index + 1 }))),
      'it is empty': () => [],
    };
    for (const [what, cheat] of Object.entries(cheats))
      it(`where ${what}`, async () => {
        const content = toJson(cheat(four()));
        await put('cheat.json', content, ring.signDetached(TYPE, toJson(four())));
        expect((await run(folder, 'cheat.json')).reported)
          .to.include('not what was signed')
          .and.include('NOT VALID');
        const forger = makeKeyRing({ signingKey: generateKeyPairSync('ed25519').privateKey });
        await put('cheat.json', content, forger.signDetached(TYPE, content));
        const { status, reported } = await run(folder, 'cheat.json');
        expect([status, reported]).to.deep.equal([1, reported]);
        expect(reported).to.include('another key');
        const [head] = ring.signDetached(TYPE, content).split('..');
        await put('cheat.json', content, `${head}..${forger.signDetached(TYPE, content).split('..')[1]}`);
        expect(await run(folder, 'cheat.json')).to.include({ status: 1 });
      });
  });

  it('finds a line that was excluded from the check, first or last, though the system signed the file', async () => {
    const [first, second, ...rest] = four();
    const { previous_hash: _hash, ...hidden } = first!;
    const { org_id: _org, event_id: _event, changes: _changes, hash: _own, ...plain } = hidden;
    const others = [second!, ...rest].map((entry) => canonicalJson(entry));
    const lines = [canonicalJson(hidden), canonicalJson(plain), '7', '{', ''];
    const files = [
      ...lines.slice(0, 2).map((line) => jsonOfLines([line, ...others])),
      ...lines.map((line) => jsonOfLines([...others, line])),
    ];
    for (const content of files) {
      await put('hidden.json', content);
      const { status, reported } = await run(folder, 'hidden.json');
      expect([status, reported]).to.deep.equal([1, reported]);
    }
  });

  it('finds a file that is not one array with an entry a line, though the system signed it', async () => {
    const whole = toJson(four());
    const files = {
      'one object a line': whole.replaceAll(/^[[\]]\n|,$/gm, ''),
      'two entries in a line': whole.replace('},\n', '},'),
      'no comma': whole.replace('},\n', '}\n'),
      'a comma after the last': whole.replace('}\n]', '},\n]'),
      'an end too early': whole.replace('},\n', '}\n]\n'),
      'no end': whole.slice(0, -2),
      'something after its end': `${whole}{}`,
      'a line after its end': `${whole}]\n`,
    };
    for (const [what, content] of Object.entries(files)) {
      await put('array.json', content);
      expect([what, (await run(folder, 'array.json')).status]).to.deep.equal([
        what,
        what === 'one object a line' ? 0 : 1,
      ]);
    }
  });

  it('checks also where it is called by another name', async () => {
    await put('named.json', toJson(four()), null);
    const link = join(folder, 'by-another-name.mjs');
    await symlink(join(folder, 'verify-audit.mjs'), link);
    for (const flags of [[], ['--preserve-symlinks-main']]) {
      const outcome = await new Promise<Outcome>((resolve) =>
        execFile(process.execPath, [...flags, link, 'named.json'], { cwd: folder }, (error, stdout, stderr) =>
          resolve({ status: Number(error?.code ?? 0), reported: `${stdout}${stderr}` }),
        ),
      );
      expect(outcome.status, outcome.reported).to.equal(1);
    }
  });

  it('finds a file without a signature not valid, and what is no signature neither', async () => {
    const content = toJson(four());
    await put('unsigned.json', content, null);
    expect((await run(folder, 'unsigned.json')).status).to.equal(1);
    const good = ring.signDetached(TYPE, content);
    const wrong = ['', '..', good.slice(0, -2), ring.sign(TYPE, content), ring.signDetached('other+jws', content)];
    for (const text of wrong) {
      await put('unsigned.json', content, text);
      expect((await run(folder, 'unsigned.json')).status, text.slice(0, 20)).to.equal(1);
    }
  });

  it('says that it could not check where the file, the key or the given signature does not exist', async () => {
    await put('lonely.json', toJson(four()));
    await writeFile(join(folder, 'no-key.json'), '{"kty":"RSA"}');
    const cases = [
      ['nowhere.json'],
      ['lonely.json', '--key', 'nowhere.key'],
      ['lonely.json', '--key', 'no-key.json'],
      ['lonely.json', '--key', 'verify-audit.mjs'],
      ['lonely.json', '--signature', 'nowhere.sig'],
      ['lonely.json', 'another.json'],
      ['lonely.json', '--verbose'],
      [],
    ];
    for (const parameters of cases) {
      const { status, reported } = await run(folder, ...parameters);
      expect([parameters, status]).to.deep.equal([parameters, 2]);
      expect(reported).to.match(/^could not check: /);
    }
  });

  describe('of what the service has written', () => {
    let audit: ExportFixture;

    before(async () => {
      audit = await startExports();
      await audit.startWorker();
    });
    after(() => audit.stop());

    const fetched = async (org: string, request: Record<string, unknown>): Promise<string> => {
      const { job_id } = await audit.ask(org, request);
      const job = await audit.ended(org, job_id);
      const name = `${job_id}.${request.format}`;
      await writeFile(join(folder, name), (await audit.take(org, job.download_url)).bytes);
      await writeFile(join(folder, `${name}.sig`), (await audit.take(org, job.signature_url)).bytes);
      const { body } = await audit.api(org).get('/audit-logs/checkpoint-key');
      await writeFile(join(folder, `${name}.key.json`), JSON.stringify(body));
      return name;
    };

    for (const format of ['csv', 'json'])
      it(`recomputes every entry of a ${format} file with raw data, whatever its content`, async () => {
        const org = newOrg();
        await audit.fill(
          org,
          Array.from({ length: 100 }, () => ({
            entity_name: pickOne(NASTY),
            changes: { [pickOne(NASTY.filter((name) => name !== '__proto__'))]: { from: anyValue(), to: anyValue() } },
            metadata: {
              reason: pickOne(NASTY),
              workflow_state: null,
              request_id: 'req_1',
              details: { any: anyValue() },
            },
          })),
        );
        const { status, reported } = await run(folder, await fetched(org, { format, include_raw_data: true }));
        expect(reported).to.include(
          `entries: 100 of ${org}, no. 1 to no. 100; each fits its own hash, and 99 their neighbour`,
        );
        expect(status).to.equal(0);
      });

    for (const format of ['csv', 'json', 'pdf'])
      it(`checks the signature alone of a ${format} file without raw data, and says so`, async () => {
        const org = newOrg();
        await audit.fill(org, [{}, {}]);
        const { status, reported } = await run(folder, await fetched(org, { format }));
        expect(reported).to.include('the signature alone was checked');
        expect(status).to.equal(0);
      });

    it('finds an entry that was altered in the database', async () => {
      const org = newOrg();
      await audit.fill(org, [{}, {}, {}]);
      await audit.entries.model.collection.updateOne({ org_id: org, sequence: 2 }, { $set: { entity_name: 'Other' } });
      for (const format of ['csv', 'json']) {
        const { status, reported } = await run(folder, await fetched(org, { format, include_raw_data: true }));
        expect(reported).to.include('signature: valid').and.include('entry no. 2 is not what was recorded');
        expect(status).to.equal(1);
      }
    });
  });
});
