import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import { type Packed, pack, sendPacked } from './packed.ts';

const SWAGGER_UI = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const PAGE = fileURLToPath(new URL('./page/', import.meta.url));

/** The folder of each. */
const FILES = new Map(
  Object.entries({
    'index.html': PAGE,
    'docs.css': PAGE,
    'docs.js': PAGE,
    'icon.svg': PAGE,
    'oauth2-redirect.html': SWAGGER_UI,
    'oauth2-redirect.js': SWAGGER_UI,
    'swagger-ui-bundle.js': SWAGGER_UI,
    'swagger-ui.css': SWAGGER_UI,
  }),
);

const policyFor = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${[...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const packed = new Map<string, Packed>();

/** A file as it was when it was first asked for. */
const packedFile = (name: string, folder: string): Packed => {
  const known = packed.get(name);
  if (known) return known;
  const made = pack(readFileSync(join(folder, name)));
  packed.set(name, made);
  return made;
};

/**
 * Mounts the documentation page at `/docs`. It loads everything from here, runs no inline script, and reads the merged
 * document; requests that are tried from it go to the given origins alone. It stays the opener of the login window, which
 * hands its answer back.
 */
export const mountDocsPage = (app: Express, origins: readonly string[]): void => {
  const policy = policyFor(origins);
  app.get(['/docs', '/docs/:file'], (request, response, next) => {
    const file = typeof request.params.file === 'string' ? request.params.file : 'index.html';
    const folder = FILES.get(file);
    if (folder === undefined) return next();
    response.removeHeader('Cross-Origin-Opener-Policy');
    response.set('Content-Security-Policy', policy).type(extname(file));
    sendPacked(packedFile(file, folder), { request, response });
  });
};
