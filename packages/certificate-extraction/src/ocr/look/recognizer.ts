import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
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

const MODES: Readonly<Record<Layout, string>> = { page: '3', line: '7' };
const DATA = join(dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json'))), '4.0.0_best_int');

/**
 * Recognition by tesseract on so many threads (by default one for each core, four at most). They start with the first
 * picture and are kept; idle ones do not keep the process alive. Nothing is downloaded.
 */
export function makeRecognizer(size = Math.min(4, availableParallelism())): Recognizer {
  let workers: Promise<Worker[]> | null = null;
  const idle = makeIdleList();
  const started = async (): Promise<void> => {
    workers ??= startWorkers(size).then((all) => {
      all.forEach(idle.release);
      return all;
    });
    await workers;
  };
  return {
    size,
    async recognize(picture, layout) {
      await started();
      const worker = await idle.acquire();
      try {
        return await recognizeWith(worker, picture, layout);
      } finally {
        idle.release(worker);
      }
    },
    async close() {
      const all = (await workers) ?? [];
      workers = null;
      idle.clear();
      await Promise.all(all.map((worker) => worker.terminate()));
    },
  };
}

type IdleList = { acquire(): Promise<Worker>; release(worker: Worker): void; clear(): void };

/** Hands each worker to one picture at a time; the first to ask is the first to get one. */
function makeIdleList(): IdleList {
  const idle: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  return {
    async acquire() {
      const worker = idle.pop() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)));
      threadOf(worker).ref();
      return worker;
    },
    release(worker) {
      const next = waiting.shift();
      if (next) {
        next(worker);
        return;
      }
      threadOf(worker).unref();
      idle.push(worker);
    },
    clear() {
      idle.length = 0;
    },
  };
}

function startWorkers(size: number): Promise<Worker[]> {
  const options = { langPath: DATA, gzip: true, cacheMethod: 'none', errorHandler: () => undefined };
  return Promise.all(Array.from({ length: size }, () => createWorker('eng', OEM.LSTM_ONLY, options)));
}

/** tesseract.js runs each of its workers on a thread and has it in a property that its types leave out. */
function threadOf(worker: Worker): Thread {
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
