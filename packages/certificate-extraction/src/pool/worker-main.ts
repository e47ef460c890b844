import { checkDocument } from '../document/check-document.ts';
import { type Answer, type Job, type Outcome, packError, type Request } from './message.ts';

/** Where a process that read a document is larger than this, it lets its garbage go: a fresh one has about 130 MiB. */
const GARBAGE_BYTES = 192 * 1024 * 1024;

let parts: Uint8Array[] = [];

const send = (answer: Answer): void => {
  process.send?.(answer);
};

const done = async (job: Job, bytes: Uint8Array): Promise<Outcome[Job['task']]> => {
  if (job.task === 'check') return checkDocument(bytes, job.filename);
  // Recognition is loaded only where documents are read.
  const { extract } = await import('../extraction.ts');
  const opened = (count: number): void => send({ kind: 'pages', count });
  const certificate = job.certificateId === null ? {} : { certificateId: job.certificateId };
  return extract(bytes, { filename: job.filename, opened, ...certificate });
};

const work = async (job: Job): Promise<void> => {
  const bytes = Buffer.concat(parts);
  parts = [];
  try {
    send({ kind: 'result', result: await done(job, bytes) });
  } catch (error) {
    send({ kind: 'error', error: packError(error) });
  }
  if (process.memoryUsage.rss() > GARBAGE_BYTES) globalThis.gc?.();
};

process.on('message', (request: Request) => {
  if (request.kind === 'part') parts.push(request.bytes);
  else void work(request.job);
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; when a document may be left is up to the parent.
process.on('SIGINT', () => undefined);
process.on('warning', ({ name, message }) => {
  if (name === 'RecognitionWarning') send({ kind: 'warning', message });
});
send({ kind: 'ready' });
