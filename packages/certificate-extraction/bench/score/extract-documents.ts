import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_STATUS } from '@qsc/contracts';
import { ExtractionResult } from '../../src/result.ts';
import { countPages, type PageCount } from './page-count.ts';

/** Reads one document to an extraction result; throws a coded error for what cannot be read. */
export type Extract = (bytes: Uint8Array, options: { filename: string }) => Promise<unknown>;

/** What became of one document: a result, or an error; `seconds` is the wall time that it took. */
export type Outcome = {
  file: string;
  seconds: number;
  size: PageCount | null;
  extraction: ExtractionResult | null;
  error: { code: string; message: string } | null;
};

type Settings = { directory: string; json: string | null; extract: Extract };

const codedError = (error: unknown): { code: string; message: string } => {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { code: Object.hasOwn(ERROR_STATUS, code) ? code : 'internal_error', message };
};

type Answer = { data: unknown } | { error: { code: string; message: string } };

const answer = async (file: string, { directory, extract }: Settings): Promise<{ answer: Answer; seconds: number }> => {
  const bytes = new Uint8Array(readFileSync(join(directory, file)));
  const began = performance.now();
  const given = await extract(bytes, { filename: file }).then(
    (data): Answer => ({ data }),
    (error): Answer => ({ error: codedError(error) }),
  );
  return { answer: given, seconds: (performance.now() - began) / 1000 };
};

const extractOne = async (file: string, settings: Settings): Promise<Outcome> => {
  const { answer: given, seconds } = await answer(file, settings);
  if (settings.json !== null) writeFileSync(join(settings.json, `${file}.json`), `${JSON.stringify(given, null, 2)}\n`);
  if ('error' in given) return { file, seconds, size: null, extraction: null, error: given.error };
  const size = await countPages(join(settings.directory, file)).catch(() => null);
  return { file, seconds, size, extraction: ExtractionResult.parse(given.data), error: null };
};

/** Extracts the files one after the other, each alone, writes each answer where `json` says, and tells of each that is done. */
export const extractDocuments = async (
  files: readonly string[],
  settings: Settings,
  done: (outcome: Outcome) => void,
): Promise<Outcome[]> => {
  if (settings.json !== null) mkdirSync(settings.json, { recursive: true });
  const outcomes: Outcome[] = [];
  for (const file of files) {
    const outcome = await extractOne(file, settings);
    outcomes.push(outcome);
    done(outcome);
  }
  return outcomes;
};
