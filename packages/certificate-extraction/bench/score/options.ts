import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FindTruth, readTruth } from './truth.ts';
import { WrongUse } from './wrong-use.ts';

export const USAGE = `Usage: ./scripts/bench extraction DIR TRUTH.json [options]

Extracts every PDF, PNG, JPEG, TIFF, XML and CSV file of the folder DIR and scores what was read against TRUTH.json:
{"<file name>": {"test_results": [{"parameter", "specification", "result", "status"}], "batch_number", "issue_date", …}}

  --json OUT_DIR   write each result to OUT_DIR/<file name>.json
  --verbose        list wrong, missing and invented rows and fields
  --help

Exit code: 0 done, 2 wrong use.`;

const EXTENSIONS = ['.pdf', '.png', '.jpg', '.jpeg', '.tif', '.tiff', '.xml', '.csv'];

const ARGUMENTS = {
  json: { type: 'string' },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** What the command was asked to do. `skipped` names the files of the folder that are no documents. */
export type Options = {
  directory: string;
  files: string[];
  skipped: string[];
  findTruth: FindTruth;
  json: string | null;
  verbose: boolean;
};

/** Reads the command line, the folder and the truth; null when only help is wanted. Throws `WrongUse`. */
export const readOptions = (parameters: readonly string[]): Options | null => {
  const { values, positionals } = parse(parameters);
  if (values.help) return null;
  const [directory, truth, ...others] = positionals;
  if (directory === undefined || truth === undefined || others.length > 0)
    throw new WrongUse(`Give one folder of documents and one file with their truth.\n\n${USAGE}`);
  const names = namesIn(directory);
  const files = names.filter((name) => EXTENSIONS.includes(extname(name).toLowerCase()));
  if (files.length === 0) throw new WrongUse(`"${directory}" holds no file that ends in ${EXTENSIONS.join(', ')}.`);
  const skipped = names.filter((name) => !files.includes(name));
  return { directory, files, skipped, findTruth: truthIn(truth), json: values.json ?? null, verbose: values.verbose };
};

const parse = (parameters: readonly string[]) => {
  try {
    return parseArgs({ args: [...parameters], options: ARGUMENTS, allowPositionals: true });
  } catch (error) {
    throw new WrongUse(`${(error as Error).message}\n\n${USAGE}`);
  }
};

const namesIn = (directory: string): string[] => {
  try {
    const isFile = (name: string) => statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() ?? false;
    return readdirSync(directory).filter(isFile).sort();
  } catch {
    throw new WrongUse(`"${directory}" cannot be read as a folder. Give the folder that holds the documents.`);
  }
};

const truthIn = (file: string): FindTruth => {
  try {
    return readTruth(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new WrongUse(`"${file}" cannot be read as truth. ${(error as Error).message}`);
  }
};
