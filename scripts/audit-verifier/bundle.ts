import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { REPOSITORY } from '../runtime/paths.ts';

const FILE = 'scripts/verify-audit.mjs';

const HEAD = `#!/usr/bin/env node
// For inspectors: checks a file that was exported from the audit log, or a copy of records. It needs this one file and Node 20 or newer, no package,
// no network and no running system:
//
//   node verify-audit.mjs FILE [--signature FILE.sig] [--key KEY.json]
//
// The signature is a detached JWS (RFC 7515, appendix F; EdDSA, RFC 8037) whose payload is FILE; without --signature it is
// FILE.sig. The key is a public JSON Web Key, or a set of them, that you have from the organisation by a way that you trust;
// without --key it is FILE.key.json or key.json beside the file. Nothing in FILE or its signature can name another key.
// Of a csv or json file with raw data, every entry's own hash and the link to its neighbour are recomputed as well.
//
// A copy of records (GET /v1/.../report?format=json) has its signature in it and needs no FILE.sig. Its content hashes, the hashes
// of the entries of its audit trails and the checkpoint of the log are recomputed as well.
//
// Exit status: 0 valid, 1 not valid, 2 could not check.
//
// It is put together by scripts/audit-verifier/bundle.ts: the command line (scripts/audit-verifier/main.ts), the check of the
// client (packages/client/src/verify-export.ts and verify-copy.ts), and of @noble/curves and @noble/hashes (MIT, Paul Miller) what these need.
`;

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(REPOSITORY, 'scripts/audit-verifier/main.ts')],
    absWorkingDir: REPOSITORY,
    bundle: true,
    write: false,
    charset: 'utf8',
    legalComments: 'none',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return HEAD + outputFiles[0]?.text;
};

/** Writes the program that inspectors get; with `--check` it compares, and fails where it is not current. */
await runCommand(async () => {
  const [file, text] = [join(REPOSITORY, FILE), await bundle()];
  const isCurrent = readFileSync(file, 'utf8') === text;
  if (process.argv.includes('--check') && !isCurrent)
    throw new Advice(`${FILE} is not what its sources say today. Run: npm run verify-audit`);
  if (!isCurrent) writeFileSync(file, text);
  say(`${FILE}: current`);
  return 0;
});
