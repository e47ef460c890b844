import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/**
 * What a program says until it ends, and its exit code, null when a signal ended it. A stop ends the program too, and then
 * throws its reason.
 */
export const outputOf = async (
  child: Child,
  stopped?: AbortSignal,
): Promise<{ code: number | null; out: string; err: string }> => {
  const end = () => child.kill();
  stopped?.addEventListener('abort', end);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  stopped?.removeEventListener('abort', end);
  stopped?.throwIfAborted();
  return { code, out, err };
};
