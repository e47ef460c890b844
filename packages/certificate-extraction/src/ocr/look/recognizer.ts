import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Worker as Thread } from 'node:worker_threads';
import { createWorker, OEM, type RecognizeOptions, type Worker } from 'tesseract.js';
import type { Box } from '../../page.ts';
import type { Gray } from '../pixel/gray.ts';

/** One character with its box in pixels. */
export type RecognizedLetter = Box & { text: string };

/** A recognised word with its box in pixels; `confidence` from 0 to 1. */
export type RecognizedWord = Box & { text: string; confidence: number; letters: readonly RecognizedLetter[] };

/** How a picture is laid out: a whole page in columns and tables, or one line. */
export type Layout = 'page' | 'line';

/** Recognises printed words; `close` ends its threads. */
export type Recognizer = {
  recognize(picture: Gray, layout: Layout): Promise<RecognizedWord[]>;
  size: number;
  close(): Promise<void>;
};

const SAID = 1000;
const MODES: Readonly<Record<Layout, string>> = { page: '3', line: '7' };
const DATA = join(dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json'))), '4.0.0_best_int');

/**
 * Recognition by tesseract on so many threads (by default one for each core, four at most). Each starts with the first
 * picture that it is needed for and is kept; idle ones do not keep the process alive. Nothing is downloaded. A thread that
 * failed is ended, since nobody knows what it left undone, and its picture is tried once more on a fresh one, of which the
 * process is warned. `start` makes a thread.
 */
export function makeRecognizer(size = Math.min(4, availableParallelism()), start = startThread): Recognizer {
  const seats = Array.from({ length: size }, (): Seat => ({ worker: null, said: '' }));
  const idle = makeIdleList(seats);
  const readOn = async (seat: Seat, picture: Gray, layout: Layout): Promise<RecognizedWord[]> => {
    try {
      seat.worker ??= listen(await start(), seat);
      getThread(seat.worker).ref();
      return await recognizeWith(seat.worker, picture, layout);
    } catch (thrown) {
      await leave(seat);
      throw toError(thrown, picture, seat.said);
    }
  };
  return {
    size,
    async recognize(picture, layout) {
      const seat = await idle.acquire();
      try {
        return await readOn(seat, picture, layout).catch((fault: Error) => {
          process.emitWarning(`${fault.message}\nThe picture is tried once more.`, 'RecognitionWarning');
          return readOn(seat, picture, layout);
        });
      } finally {
        if (seat.worker) getThread(seat.worker).unref();
        idle.release(seat);
      }
    },
    async close() {
      await Promise.all(seats.map(leave));
    },
  };
}

/** The place of one thread; null until it is needed, and after it failed. `said`: the last of what it wrote as errors. */
type Seat = { worker: Worker | null; said: string };

function listen(worker: Worker, seat: Seat): Worker {
  seat.said = '';
  getThread(worker).stderr.on('data', (text: Buffer) => {
    seat.said = (seat.said + text).slice(-SAID);
  });
  return worker;
}

async function leave(seat: Seat): Promise<void> {
  const { worker } = seat;
  seat.worker = null;
  if (!worker) return;
  const thread = getThread(worker);
  // What it said may still be under way; its stream ends once all of it is here.
  const closed = new Promise<void>((resolve) => finished(thread.stderr, () => resolve()));
  thread.ref();
  await worker.terminate();
  await closed;
}

type IdleList = { acquire(): Promise<Seat>; release(seat: Seat): void };

/** Hands each seat to one picture at a time; the first to ask is the first to get one. */
function makeIdleList(seats: readonly Seat[]): IdleList {
  const idle = [...seats];
  const waiting: ((seat: Seat) => void)[] = [];
  return {
    async acquire() {
      return idle.pop() ?? (await new Promise<Seat>((resolve) => waiting.push(resolve)));
    },
    release(seat) {
      const next = waiting.shift();
      if (next) next(seat);
      else idle.push(seat);
    },
  };
}

/** Starts a thread. tesseract.js tells of a start that failed through its handler alone. */
export function startThread(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const options = { langPath: DATA, gzip: true, cacheMethod: 'none', errorHandler: reject };
    createWorker('eng', OEM.LSTM_ONLY, options).then(resolve, reject);
  });
}

/** tesseract.js throws texts that do not tell why; its thread has written that. */
function toError(thrown: unknown, { width, height }: Gray, said: string): Error {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new Error(`Recognition of a picture of ${width} × ${height} pixels failed: ${text} ${said}`, {
    cause: thrown,
  });
}

/** tesseract.js runs each of its workers on a thread and has it in a property that its types leave out. */
function getThread(worker: Worker): Thread {
  return (worker as Worker & { worker: Thread }).worker;
}

async function recognizeWith(worker: Worker, picture: Gray, layout: Layout): Promise<RecognizedWord[]> {
  const options = {
    tessedit_pageseg_mode: MODES[layout],
    tessedit_do_invert: '0',
    user_defined_dpi: '300',
    debug_file: '/dev/null',
  };
  const { data } = await worker.recognize(graymap(picture), options as Partial<RecognizeOptions>, {
    blocks: true,
    text: false,
  });
  const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines
    .flatMap((line) => line.words)
    .map(({ text, confidence, bbox, symbols }) => ({
      ...bbox,
      text: text.trim(),
      confidence: confidence / 100,
      letters: symbols.map((symbol) => ({ ...symbol.bbox, text: symbol.text })),
    }))
    .filter((word) => word.text !== '' && word.confidence > 0);
}

/** The picture as a portable graymap, which costs nothing to pack and unpack. */
function graymap({ width, height, data }: Gray): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
