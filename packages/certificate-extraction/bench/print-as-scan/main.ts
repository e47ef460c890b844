/**
 * Prints PDF documents of known truth as pictures, as a scanner, a fax machine or a phone would show them.
 *
 *   node packages/certificate-extraction/bench/print-as-scan/main.ts DIR TRUTH.json OUT_DIR [--seed N] [--kinds flat,fax,…]
 *
 * Each PDF of DIR that TRUTH.json names is drawn at 200 dpi and worn by one of the kinds, taken in turns: flat,
 * skewed (1° to 3°), turned (by 90, 180 or 270°), grainy (noise, specks, uneven light, poor JPEG), photo (perspective
 * on a table, uneven light), fax (blurred, black and white). OUT_DIR gets PDF of pictures, PNG, JPEG and TIFF files
 * and `truth.json` with their truths. The same seed (1) gives the same files.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type KindName, kindNames } from './kind.ts';
import { printFolder } from './print.ts';

await run();

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, kinds: { type: 'string', default: kindNames.join(',') } },
  });
  const [from, truthFile, folder] = positionals;
  const kinds = values.kinds.split(',');
  const seed = Number(values.seed);
  if (
    from === undefined ||
    truthFile === undefined ||
    folder === undefined ||
    !kinds.every(isKind) ||
    !Number.isSafeInteger(seed)
  ) {
    console.error(`usage: main.ts DIR TRUTH.json OUT_DIR [--seed N] [--kinds ${kindNames.join(',')}]`);
    process.exit(2);
  }
  const truths = JSON.parse(await readFile(truthFile, 'utf8')) as Record<string, unknown>;
  const scans = await printFolder(from, truths, {
    folder,
    seed,
    kinds: kinds.filter(isKind),
    printed: (name) => console.log(name),
  });
  console.log(`${Object.keys(scans).length} scans in ${folder}`);
}

function isKind(name: string): name is KindName {
  return (kindNames as readonly string[]).includes(name);
}
