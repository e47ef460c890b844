import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Progress, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { ExportMenu } from '../ui/list/export-menu.tsx';
import { exportRows } from '../ui/list/export-rows.ts';
import type { ImportRow } from './import-row.ts';
import type { ImportKind } from './kind.ts';
import { PreviewRows } from './preview-rows.tsx';
import type { Import, RowState } from './use-import.ts';
import { useStateText } from './words.ts';

type Props = { kind: ImportKind; work: Import };

type View = 'all' | 'faulty' | 'ready';

const NOT_WRITTEN: readonly RowState['kind'][] = ['faulty', 'refused', 'known'];

/** The rows with what would become of each, then what became of it; writing starts, stops and goes on here. */
export const Preview = ({ kind, work }: Props) => {
  const { t } = useLingui();
  const { organization } = useSession();
  const [view, setView] = useState<View>('all');
  const [reason, setReason] = useState('');
  const stateText = useStateText(kind);
  const { rows, ready, phase, file, getState } = work;
  const states = new Map(rows.map((row) => [row.line, getState(row)]));
  const count = (...kinds: RowState['kind'][]) =>
    [...states.values()].filter((state) => kinds.includes(state.kind)).length;
  const [created, faulty, refused, known] = [count('created'), count('faulty'), count('refused'), count('known')];
  const isShown = ({ line }: ImportRow): boolean => {
    const state = states.get(line)?.kind ?? 'ready';
    if (view === 'faulty') return NOT_WRITTEN.includes(state);
    return view === 'all' || !NOT_WRITTEN.includes(state);
  };
  const needsReason = organization.strict_mode && reason.trim() === '';
  const total = created + refused + ready.length;
  const shown = rows.filter(isShown);
  const filled = kind.fields.filter(({ path, isRequired }) => isRequired || rows.some(({ texts }) => texts[path]));
  // With the columns of the file, and no other that a field is filled from: corrected, it can be imported as it is.
  const exportResult = async (format: 'csv' | 'xlsx') =>
    exportRows<ImportRow>({
      name: 'import-result',
      format,
      rows: shown,
      columns: [
        { id: 'line', label: t`Line`, cell: () => null, text: ({ line }) => String(line) },
        { id: 'result', label: t`Result`, cell: () => null, text: (row) => stateText(row, getState(row)) },
        {
          id: 'id',
          label: t`Id`,
          cell: () => null,
          text: (row) => {
            const state = getState(row);
            return 'id' in state ? state.id : '';
          },
        },
        ...(file?.table.columns ?? []).map((label, index) => ({
          id: String(index),
          label,
          cell: () => null,
          text: ({ cells }: ImportRow) => cells[index] ?? '',
        })),
      ],
    });

  return (
    <section aria-label={t`Rows`}>
      <p aria-live="polite" className="import-counts">
        {created > 0 && (
          <span className="status-good">
            <Plural value={created} one="# created" other="# created" />
          </span>
        )}
        {ready.length > 0 && <Plural value={ready.length} one="# is ready" other="# are ready" />}
        {faulty > 0 && (
          <span className="status-bad">
            <Plural value={faulty} one="# has faults" other="# have faults" />
          </span>
        )}
        {refused > 0 && (
          <span className="status-bad">
            <Plural value={refused} one="# was refused" other="# were refused" />
          </span>
        )}
        {known > 0 && <Plural value={known} one="# exists already" other="# exist already" />}
      </p>
      {(phase === 'sending' || phase === 'stopped') && (
        <Progress value={((created + refused) / Math.max(total, 1)) * 100} aria-label={t`Rows written`} mb="sm" />
      )}
      {phase === 'preview' && work.hasRepeated && (
        <Checkbox
          label={t`Leave out events whose type and title exist already`}
          checked={work.leavesOut}
          onChange={(event) => work.setLeavesOut(event.currentTarget.checked)}
          mb="sm"
        />
      )}
      <Group mb="sm" align="end">
        {organization.strict_mode && phase !== 'done' && (
          <TextInput
            label={t`Reason for the change`}
            required
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {(phase === 'preview' || phase === 'stopped') && (
          <Button
            disabled={ready.length === 0 || needsReason}
            onClick={() => void work.send(reason.trim() || undefined)}
          >
            {phase === 'stopped' ? (
              <Plural value={ready.length} one="Go on with # row" other="Go on with # rows" />
            ) : (
              <Plural value={ready.length} one="Create # record" other="Create # records" />
            )}
          </Button>
        )}
        {phase === 'sending' && (
          <Button variant="default" onClick={work.stop}>
            <Trans>Stop</Trans>
          </Button>
        )}
        {phase === 'preview' && (
          <Button variant="default" onClick={work.back}>
            <Trans>Back to the columns</Trans>
          </Button>
        )}
        {phase !== 'sending' && <ExportMenu isButton onExport={exportResult} />}
        {(phase === 'done' || phase === 'stopped') && (
          <Button variant="default" onClick={work.restart}>
            <Trans>Another file</Trans>
          </Button>
        )}
        <SegmentedControl
          aria-label={t`Which rows are shown`}
          data={[
            { value: 'all', label: t`All rows` },
            { value: 'faulty', label: t`Not written` },
            { value: 'ready', label: t`Written or ready` },
          ]}
          value={view}
          onChange={(value) => setView(value as View)}
        />
      </Group>
      <PreviewRows key={view} kind={kind} fields={filled} rows={shown} states={states} />
    </section>
  );
};
