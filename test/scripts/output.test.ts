import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';

/** Says something once its input has ended, and answers whether it came to its own end. */
const COMMAND = `
  import { setImmediate as turn } from 'node:timers/promises';
  import { runCommand, say } from ${JSON.stringify(join(REPOSITORY, 'scripts/runtime/command-line.ts'))};
  await runCommand(async () => {
    for await (const _ of process.stdin);
    for (let line = 0; line < 3; line += 1) {
      say('a line');
      await turn();
    }
    return 7;
  });`;

describe('a command whose reader has seen enough', () => {
  it('goes on to its end without a fault', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', COMMAND]);
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.stdin.end();
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([said, code]).to.deep.equal(['', 7]);
  });
});
