/**
 * Makes certificates of made-up batches with known truth.
 *
 *   node packages/certificate-extraction/bench/make-certificates/main.ts OUT_DIR [--seed N] [--copies N] [--scans]
 *     [--half development|held-back|all]
 *
 * OUT_DIR gets `--copies` documents (3) of each layout (PDF, XML, CSV) and `truth.json`: what each of them says, by
 * file name. With `--scans` they are printed as pictures (PDF of pictures, PNG, JPEG, TIFF) and the data files are
 * left out. `--half` chooses the layouts that the extraction may be tuned on (development, the default), those that
 * its writers do not read (held-back), or both. The same seed (1) gives the same bytes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printFolder } from '../print-as-scan/print.ts';
import { type Half, type MakeSetting, writeSpecimens } from './make.ts';

const halves: readonly string[] = ['development', 'held-back', 'all'] satisfies Half[];

await run();

async function run(): Promise<void> {
  const { folder, scans, setting } = readArguments();
  const truths = scans ? await writeScans(folder, setting) : await writeSpecimens(folder, setting);
  const rows = Object.values(truths).flatMap((truth) => truth.test_results);
  const failing = rows.filter((row) => row.status === 'fail').length;
  console.log(`${Object.keys(truths).length} documents, ${rows.length} rows, ${failing} of them failing, in ${folder}`);
}

function readArguments(): { folder: string; scans: boolean; setting: MakeSetting } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      copies: { type: 'string', default: '3' },
      half: { type: 'string', default: 'development' },
      scans: { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  const numbers = [Number(values.seed), Number(values.copies)];
  if (folder === undefined || !halves.includes(values.half) || !numbers.every(Number.isSafeInteger)) {
    console.error('usage: main.ts OUT_DIR [--seed N] [--copies N] [--scans] [--half development|held-back|all]');
    process.exit(2);
  }
  const setting = { seed: Number(values.seed), copies: Number(values.copies), half: values.half as Half };
  return { folder, scans: values.scans, setting };
}

async function writeScans(folder: string, setting: MakeSetting) {
  const texts = await mkdtemp(join(tmpdir(), 'certificates-'));
  try {
    const truths = await writeSpecimens(texts, setting);
    return await printFolder(texts, truths, { folder, seed: setting.seed });
  } finally {
    await rm(texts, { recursive: true });
  }
}
