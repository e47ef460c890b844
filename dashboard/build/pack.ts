import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKED = /\.(js|css|svg|html|mjs)$/;
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 10 };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes a `.br` and a `.gz` beside each text of a folder, so that the gateway packs nothing. */
export const packFolder = async (folder: string): Promise<void> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => PACKED.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const plain = readFileSync(path);
      writeFileSync(`${path}.br`, await toBrotli(plain, { params: QUALITY }));
      writeFileSync(`${path}.gz`, await toGzip(plain, { level: 9 }));
    }),
  );
};
