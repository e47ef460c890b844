import { extract } from '../extraction.ts';
import { type Answer, type Job, packError } from './message.ts';

const send = (answer: Answer): void => {
  process.send?.(answer);
};

const read = async ({ bytes, filename, certificateId }: Job): Promise<Answer> => {
  const opened = (count: number): void => send({ kind: 'pages', count });
  const certificate = certificateId === null ? {} : { certificateId };
  try {
    return { kind: 'result', result: await extract(bytes, { filename, opened, ...certificate }) };
  } catch (error) {
    return { kind: 'error', error: packError(error) };
  }
};

const work = async (job: Job): Promise<void> => {
  send(await read(job));
  globalThis.gc?.();
};

process.on('message', (job: Job) => void work(job));
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; when a document may be left is up to the parent.
process.on('SIGINT', () => undefined);
send({ kind: 'ready' });
