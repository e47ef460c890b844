import { makeExtractionPool } from '../../src/pool/extraction-pool.ts';
import { scoreDocument } from './document-score.ts';
import { extractDocuments, type Outcome } from './extract-documents.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { makeProgress } from './progress.ts';
import { documentsText, faultsText, type Scored } from './report-document.ts';
import { figuresText } from './report-figures.ts';
import { type Peak, watchWorkerMemory } from './worker-memory.ts';
import { WrongUse } from './wrong-use.ts';

type Run = { outcomes: Outcome[]; memory: Peak };

const extractAll = async ({ directory, files, json }: Options): Promise<Run> => {
  const memory = watchWorkerMemory();
  const pool = makeExtractionPool();
  const progress = makeProgress(process.stderr, files.length);
  try {
    const settings = { directory, json, extract: pool.extract };
    const outcomes = await extractDocuments(files, settings, () => progress.advance());
    return { outcomes, memory: memory.stop() };
  } finally {
    progress.end();
    memory.stop();
    await pool.close();
  }
};

const scored = (outcomes: readonly Outcome[], { findTruth }: Options): Scored[] =>
  outcomes.map((outcome) => {
    const truth = findTruth(outcome.file);
    return { outcome, score: truth ? scoreDocument(truth, outcome.extraction) : null };
  });

const makeNotes = (documents: readonly Scored[], { skipped }: Options): string[] => {
  const unknown = documents.filter(({ score }) => score === null).length;
  return [
    ...documents.flatMap(({ outcome: { file, error } }) => (error ? [`${file}: ${error.code}: ${error.message}`] : [])),
    ...(skipped.length > 0 ? [`skipped, no document: ${skipped.join(', ')}`] : []),
    ...(unknown > 0 ? [`${unknown} of ${documents.length} documents have no truth and are not scored`] : []),
  ];
};

const makeReport = (documents: readonly Scored[], options: Options, memory: Peak): string => {
  const faults = options.verbose ? documents.map(faultsText).filter((text) => text !== '') : [];
  const parts = [
    documentsText(documents),
    ...faults,
    makeNotes(documents, options).join('\n'),
    figuresText(documents),
    `memory, peak of the ${memory.of}: ${memory.mebibytes} MiB`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
};

const bench = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) return console.log(USAGE);
  const { outcomes, memory } = await extractAll(options);
  console.log(`\n${makeReport(scored(outcomes, options), options, memory)}`);
};

try {
  await bench();
} catch (error) {
  process.exitCode = error instanceof WrongUse ? 2 : 1;
  const text = error instanceof WrongUse ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${text}\n`);
}
