import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const MANIFEST = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const ROOT = dirname(MANIFEST);
const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };

/** What PDFs refer to and do not hold: character maps, the standard fonts, and decoders of pictures that are plain JavaScript. */
const KINDS = [
  { folder: 'cmaps', name: /\.bcmap$/ },
  { folder: 'standard_fonts', name: /\.(pfb|ttf)$/ },
  { folder: 'wasm', name: /_nowasm_fallback\.js$/ },
];

const FILES = new Map(
  KINDS.flatMap(({ folder, name }) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => name.test(file))
      .map((file) => [file, join(ROOT, folder, file)] as const),
  ),
);

/** The folder of the built files that holds them; it names the release, so that they are cached for good. */
export const PDF_DATA = `assets/pdfjs-${version}/`;

/** Serves the files that the viewer of PDFs loads on demand from the dashboard's own origin. */
export const pdfData = (): Plugin => ({
  name: 'pdf-data',
  config: () => ({ define: { __PDF_DATA__: JSON.stringify(`/app/${PDF_DATA}`) } }),
  configureServer({ middlewares }) {
    middlewares.use(`/app/${PDF_DATA}`, (request, response, next) => {
      const path = FILES.get((request.url ?? '').slice(1));
      if (path === undefined) return next();
      if (path.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
      response.end(readFileSync(path));
    });
  },
  generateBundle() {
    for (const [file, path] of FILES)
      this.emitFile({ type: 'asset', fileName: PDF_DATA + file, source: readFileSync(path) });
  },
});
