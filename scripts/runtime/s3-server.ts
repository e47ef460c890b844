import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Advice, type Say } from './command-line.ts';
import { withLock } from './lock.ts';
import { TOOLS } from './paths.ts';
import { commandOnPath, runTool } from './tool.ts';

/** An S3 server over a folder (Apache-2.0): a real one for the tests of the file store. */
const VERSION = 'v1.8.0';
const PACKAGE = 'github.com/versity/versitygw/cmd/versitygw';
/** Where its own installation puts it, often beside the PATH. */
const GO = ['/usr/local/go/bin/go'];
const FOLDER = join(TOOLS, 'versitygw', VERSION);
const PROGRAM = join(FOLDER, 'versitygw');

/** The program of an S3 server, built from the Go module proxy where it is missing. Throws `Advice` where that fails. */
export const findS3Server = async (say: Say): Promise<string> => {
  if (existsSync(PROGRAM)) return PROGRAM;
  const go = GO.find((path) => existsSync(path)) ?? commandOnPath('go');
  if (go === null)
    throw new Advice('Go is missing, and the S3 server is built by it. Install it: apt-get install golang');
  mkdirSync(dirname(FOLDER), { recursive: true });
  return withLock(`${FOLDER}.lock`, async () => {
    if (existsSync(PROGRAM)) return PROGRAM;
    say(`versitygw     building ${VERSION}, which takes two minutes`);
    runTool([go, 'install', `${PACKAGE}@${VERSION}`], { GOBIN: FOLDER, GOFLAGS: '-trimpath' });
    return PROGRAM;
  });
};
