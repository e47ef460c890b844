// Generates the TypeScript types of every proto file into src/generated; with `--check`, only says whether they are current.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROTO = fileURLToPath(new URL('../../proto', import.meta.url));
const GENERATED = fileURLToPath(new URL('./src/generated', import.meta.url));
const GENERATOR = fileURLToPath(
  new URL('./node_modules/@grpc/proto-loader/build/bin/proto-loader-gen-types.js', import.meta.url),
);
const OPTIONS = ['--keepCase', '--longs=Number', '--enums=String', '--defaults', '--oneofs'];

const generate = (into: string): void => {
  const files = globSync('**/*.proto', { cwd: PROTO });
  const target = [
    '--grpcLib=@grpc/grpc-js',
    '--importFileExtension=.ts',
    `--outDir=${into}`,
    '-I',
    '.',
    '--',
    ...files,
  ];
  execFileSync(process.execPath, [GENERATOR, ...OPTIONS, ...target], { cwd: PROTO });
  for (const root of globSync('*.ts', { cwd: into })) rmSync(join(into, root));
};

const contents = (folder: string): Map<string, string> =>
  new Map(
    globSync('**/*.ts', { cwd: folder })
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

const fresh = mkdtempSync(join(tmpdir(), 'proto-types-'));
try {
  generate(fresh);
  if (process.argv.includes('--check')) {
    const same = JSON.stringify([...contents(fresh)]) === JSON.stringify([...contents(GENERATED)]);
    if (!same) {
      process.stderr.write('The types of proto/ are out of date. Run: pnpm proto\n');
      process.exitCode = 1;
    }
  } else {
    rmSync(GENERATED, { recursive: true, force: true });
    cpSync(fresh, GENERATED, { recursive: true });
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
