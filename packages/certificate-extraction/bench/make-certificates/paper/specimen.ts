import { makeTruth, type Specimen, type TruthFields, type TruthRow } from '../truth.ts';
import type { Line } from '../wording/line.ts';
import { closePaper, type Paper } from './paper.ts';

/** Ends a drawn certificate: `rows` is the truth of `lines`, in the same order. */
export async function finish(
  paper: Paper,
  said: { lines: readonly Line[]; rows: readonly TruthRow[]; fields: Partial<TruthFields> },
): Promise<Specimen> {
  const truth = makeTruth(said.rows, said.fields);
  return { extension: 'pdf', bytes: await closePaper(paper), truth, findings: said.lines.map((line) => line.finding) };
}
