import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { wordFor } from '../i18n/vocabulary.ts';
import { findKnown, type KnownRecords, type RowResult, sendRows } from './import.queries.ts';
import { type ImportRow, type Matches, matchColumns, toImportRows } from './import-row.ts';
import type { ImportKind } from './kind.ts';
import { readTableFile, type TableFile } from './table-file.ts';

/** How far an import is. `checking`: known records are looked up; `sending`: rows are written; `stopped`: it can go on. */
type Phase = 'choose' | 'match' | 'checking' | 'preview' | 'sending' | 'stopped' | 'done';

export type RowState =
  | { kind: 'faulty' }
  | { kind: 'known'; id: string }
  | { kind: 'ready' }
  | { kind: 'created'; id: string }
  | { kind: 'refused'; error: string };

/** An import from the file to its result: nothing is written before `send`, and what was written is not written again. */
export const useImport = (kind: ImportKind) => {
  const queries = useQueryClient();
  const [file, setFile] = useState<{ name: string; table: TableFile } | null>(null);
  const [matches, setMatches] = useState<Matches>({});
  const [phase, setPhase] = useState<Phase>('choose');
  const [known, setKnown] = useState<KnownRecords>(new Map());
  const [checked, setChecked] = useState(0);
  const [leavesOut, setLeavesOut] = useState(true);
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map());
  const [error, setError] = useState<unknown>(null);
  const isStopped = useRef(false);
  const importId = useRef('');
  // Leaving the page stops the import after the current batch.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const rows = useMemo(() => (file ? toImportRows(file.table, kind, matches, wordFor) : []), [file, kind, matches]);

  const getState = ({ line, key, faults }: ImportRow): RowState => {
    const result = results.get(line);
    if (result) return 'id' in result ? { kind: 'created', id: result.id } : { kind: 'refused', error: result.error };
    if (faults.some(({ fault }) => leavesOut || fault !== 'duplicate')) return { kind: 'faulty' };
    const id = leavesOut ? known.get(key) : undefined;
    return id === undefined ? { kind: 'ready' } : { kind: 'known', id };
  };

  const run = async (during: Phase, work: () => Promise<Phase>, otherwise: Phase): Promise<void> => {
    setError(null);
    setPhase(during);
    try {
      setPhase(await work());
    } catch (fault) {
      setError(fault);
      setPhase(otherwise);
    }
  };

  const ready = rows.filter((row) => getState(row).kind === 'ready');

  return {
    phase,
    file,
    rows,
    ready,
    matches,
    checked,
    error,
    getState,
    /** Whether some rows have the type and title of another event, which may be on purpose. */
    hasRepeated:
      kind.code === null &&
      rows.some(({ key, faults }) => known.has(key) || faults.some(({ fault }) => fault === 'duplicate')),
    /** Whether those rows are left out. */
    leavesOut,
    setLeavesOut,
    open: (chosen: File) =>
      run(
        'choose',
        async () => {
          const table = await readTableFile(chosen);
          setFile({ name: chosen.name, table });
          setMatches(matchColumns(table, kind));
          setResults(new Map());
          setLeavesOut(true);
          importId.current = crypto.randomUUID();
          return 'match';
        },
        'choose',
      ),
    match: (path: string, column: number | null) => setMatches((current) => ({ ...current, [path]: column })),
    /** Looks up which records exist already. */
    check: () =>
      run(
        'checking',
        async () => {
          const sound = rows.filter(({ faults }) => faults.length === 0);
          setKnown(await findKnown(kind, sound, setChecked));
          return 'preview';
        },
        'match',
      ),
    back: () => {
      setError(null);
      setPhase(phase === 'preview' ? 'match' : 'choose');
    },
    send: (reason: string | undefined) =>
      run(
        'sending',
        async () => {
          isStopped.current = false;
          let left = ready.length;
          await sendRows(kind, ready, {
            importId: importId.current,
            reason,
            onResults: (batch) => {
              left -= batch.length;
              setResults((current) => new Map([...current, ...batch.map((one) => [one.line, one] as const)]));
              return !isStopped.current;
            },
          });
          for (const queryKey of [['suppliers'], ['entities'], ['quality-events']])
            void queries.invalidateQueries({ queryKey });
          return left > 0 ? 'stopped' : 'done';
        },
        'stopped',
      ),
    /** Stops after the batch that is under way. */
    stop: () => {
      isStopped.current = true;
    },
    restart: () => {
      setError(null);
      setFile(null);
      setResults(new Map());
      setPhase('choose');
    },
  };
};

export type Import = ReturnType<typeof useImport>;
