import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Advice, say } from '../command-line.ts';
import { findGo, runGo } from '../go-tool.ts';
import { TOOLS } from '../paths.ts';

describe('Go, which builds tools', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'go-tool-'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A program that says it is Go of this version. */
  const makeGo = (version: string): string => {
    const path = join(folder, version);
    writeFileSync(path, `#!/bin/sh\necho go version go${version} linux/amd64\n`, { mode: 0o755 });
    return path;
  };

  /** Null where Go is missing, which is said: a machine without it runs everything but what is built with it. */
  const readSettings = (names: readonly string[], environment?: Record<string, string>) => {
    try {
      return JSON.parse(runGo(['env', '-json', ...names], environment)) as Record<string, string>;
    } catch (error) {
      if (!(error instanceof Advice)) throw error;
      say(error.message);
      return null;
    }
  };

  it('keeps modules, programs, what it has built and its counts in .tools, and nothing in the home directory', function () {
    const kept = readSettings(['GOPATH', 'GOMODCACHE', 'GOCACHE', 'GOTELEMETRYDIR']);
    if (!kept) return this.skip();
    expect(Object.keys(kept)).to.have.length(4);
    // Before 1.23 it counts nothing, and tells no folder.
    for (const [name, path] of Object.entries(kept))
      if (path !== '') expect(path, name).to.match(new RegExp(`^${join(TOOLS, '/')}`));
  });

  it('takes the settings that somebody gave it, such as another proxy', function () {
    const GOENV = join(folder, 'env');
    writeFileSync(GOENV, 'GOPROXY=https://proxy.example\n');
    const settings = readSettings(['GOPROXY', 'GOENV'], { GOENV, GOPROXY: '' });
    if (!settings) return this.skip();
    expect(settings).to.deep.equal({ GOENV, GOPROXY: 'https://proxy.example' });
  });

  it('is the first that is new enough', () => {
    expect(findGo([makeGo('1.19.8'), makeGo('1.21.0'), makeGo('1.26.1')])).to.equal(join(folder, '1.21.0'));
    expect(findGo([makeGo('2.0')])).to.equal(join(folder, '2.0'));
  });

  it('is asked for with its version and where to have it, where none is new enough', () => {
    const older = makeGo('1.20.14');
    for (const [candidates, said] of [
      [[], 'Go 1.21 or newer is missing, and'],
      [[older], `Go 1.21 or newer is missing (older: ${older}), and`],
    ] as const)
      expect(() => findGo(candidates))
        .to.throw(Advice, said)
        .with.property('message')
        .that.includes('https://go.dev/doc/install');
  });
});
