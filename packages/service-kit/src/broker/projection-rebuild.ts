import type { ProjectedRow, ProjectedRows, ProjectionWriter } from './projection-writer.ts';

/** Reads rows from their source in the order of their ids, those after the given one; none at the end. */
export type ReadRows<Row extends ProjectedRow> = (afterId: string) => Promise<readonly Row[]>;

/** The ids that the source has after the one and up to the other. */
const idsBetween = async (read: ReadRows<ProjectedRow>, after: string, upTo: string): Promise<Set<string>> => {
  const ids = new Set<string>();
  for (let last = after; last < upTo; ) {
    const step = await read(last);
    for (const { _id } of step) ids.add(_id);
    const end = step.at(-1)?._id;
    if (end === undefined) break;
    last = end;
  }
  return ids;
};

/**
 * Writes every row again from its source, in steps of the ids, and removes those that the source no longer has. Whoever reads
 * meanwhile sees each row as it was or as it is. Events may come: the newer version stays.
 */
export const rebuildRows = async (
  { rows, writer }: { rows: ProjectedRows; writer: ProjectionWriter },
  read: ReadRows<ProjectedRow>,
): Promise<void> => {
  const stored = rows.model.collection;

  /** Rows that the step did not hold. They are read once more, since an event may have brought one meanwhile. */
  const dropMissing = async (after: string, step: readonly ProjectedRow[]): Promise<void> => {
    const upTo = step.at(-1)?._id;
    const range = { $gt: after, ...(upTo === undefined ? {} : { $lte: upTo }) };
    const known = new Set(step.map(({ _id }) => _id));
    const unknown: ProjectedRow[] = [];
    for await (const row of stored.find({ _id: range as never, gone: false }, { sort: { _id: 1 } }))
      if (!known.has(String(row._id))) unknown.push(row as unknown as ProjectedRow);
    const last = unknown.at(-1);
    if (!last) return;
    const there = await idsBetween(read, after, last._id);
    const missing = unknown.filter(({ _id }) => !there.has(_id)).map((row) => ({ ...row, gone: true }));
    await writer.write(missing.map((row) => ({ rows, row })));
  };

  for (let after = ''; ; ) {
    const step = await read(after);
    await writer.write(
      step.map((row) => ({ rows, row })),
      true,
    );
    await dropMissing(after, step);
    const last = step.at(-1);
    if (!last) return;
    after = last._id;
  }
};
