import { extract } from '../extraction.ts';
import { type Answer, type Job, packError } from './message.ts';
import { countPages } from './page-count.ts';

const send = (answer: Answer): void => {
  process.send?.(answer);
};

const sendPages = async ({ bytes, filename }: Job): Promise<void> => {
  // A file that cannot be counted cannot be read either, and reading says why.
  const count = await countPages(bytes, filename).catch(() => 1);
  send({ kind: 'pages', count });
};

const read = async ({ bytes, filename, certificateId }: Job): Promise<Answer> => {
  try {
    return {
      kind: 'result',
      result: await extract(bytes, { filename, ...(certificateId === null ? {} : { certificateId }) }),
    };
  } catch (error) {
    return { kind: 'error', error: packError(error) };
  }
};

const work = async (job: Job): Promise<void> => {
  const count = setTimeout(() => void sendPages(job), job.countAfterMs);
  send(await read(job));
  clearTimeout(count);
  globalThis.gc?.();
};

process.on('message', (job: Job) => void work(job));
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; when a document may be left is up to the parent.
process.on('SIGINT', () => undefined);
send({ kind: 'ready' });
