import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express, Request, Response } from 'express';

/** Where the files of the dashboard are once they are built (`dashboard/build`). */
export const BUILT_DASHBOARD = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url));

/** Files whose names hold a hash of their content, or whose folder names the release that they come from. */
const HASHED = /^assets\/(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/;
const SCRIPT = /\.m?js$/;
const PLAIN = /^[\w-]+\.(svg|png|ico|txt)$/;
const NONCE_PLACE = '%STYLE_NONCE%';
const YEAR_SECONDS = 31_536_000;

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** A page loads scripts and data from its own origin alone, and styles by the nonce of the answer that it came with. */
const policyFor = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/** A script that runs as a worker is bound by this: it loads further scripts from its own origin, and nothing else. */
const SCRIPT_POLICY = "default-src 'none'; script-src 'self'";

/** Reads files of a folder; those that never change once. The names that it is asked for lead nowhere else. */
const makeFiles = (folder: string) => {
  const known = new Map<string, Buffer>();
  return (name: string): Buffer | undefined => {
    const path = join(folder, name);
    const content = known.get(name) ?? (existsSync(path) ? readFileSync(path) : undefined);
    if (content && name.startsWith('assets/')) known.set(name, content);
    return content;
  };
};

/**
 * Mounts the dashboard at `/app`: its files, packed when they were built and immutable where their names hold a hash, and for
 * every other address the one page, never stored, with a nonce of its own for styles. `/` leads browsers there. Where nothing
 * is built, `/app` is unknown.
 */
export const mountDashboardFiles = (app: Express, folder = BUILT_DASHBOARD): void => {
  const read = makeFiles(folder);

  const sendFile = (name: string, { request, response }: { request: Request; response: Response }): boolean => {
    const taken = request.acceptsEncodings(['br', 'gzip', 'identity']);
    const encoding = ENCODINGS.find((one) => one.name === taken && read(`${name}${one.suffix}`));
    const content = read(`${name}${encoding?.suffix ?? ''}`);
    if (!content) return false;
    if (encoding) response.set('Content-Encoding', encoding.name);
    if (SCRIPT.test(name)) response.set('Content-Security-Policy', SCRIPT_POLICY);
    const cached = HASHED.test(name) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600';
    response.vary('Accept-Encoding').set('Cache-Control', cached).type(extname(name)).send(content);
    return true;
  };

  const sendPage = (response: Response): boolean => {
    const page = read('index.html')?.toString('utf8');
    if (page === undefined) return false;
    const nonce = randomBytes(16).toString('base64url');
    response.set({ 'Content-Security-Policy': policyFor(nonce), 'Cache-Control': 'no-store' });
    response.type('html').send(page.replace(NONCE_PLACE, nonce));
    return true;
  };

  app.get('/', (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html' || !read('index.html')) return next();
    response.redirect(302, '/app');
  });

  app.get(['/app', '/app/{*path}'], (request, response, next) => {
    const name = request.path.slice('/app/'.length);
    const isFile = HASHED.test(name) || PLAIN.test(name);
    const isSent = isFile ? sendFile(name, { request, response }) : sendPage(response);
    if (!isSent) next();
  });
};
