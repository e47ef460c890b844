import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { ChooseFile } from './choose-file.tsx';
import { IMPORT_KINDS, type ImportKind } from './kind.ts';
import { MatchColumns } from './match-columns.tsx';
import { Preview } from './preview.tsx';
import { TableFileError } from './table-file.ts';
import { useImport } from './use-import.ts';
import { useFaultText } from './words.ts';
import './import.css';

const ImportPage = () => {
  const { t } = useLingui();
  const { kind: id } = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayWrite = { entities: useRight('entities:write'), events: useRight('quality-events:write') };
  const kinds = IMPORT_KINDS.filter((one) => (one.id === 'quality_event' ? mayWrite.events : mayWrite.entities));
  const kind = kinds.find((one) => one.id === id) ?? kinds[0];
  if (!kind)
    return (
      <Page title={t`Import records`}>
        <Empty title={t`Your role does not import records`} />
      </Page>
    );
  return (
    <Page title={t`Import records`}>
      <ImportSteps
        key={kind.id}
        kind={kind}
        kinds={kinds}
        onKind={(value) => void navigate({ search: { kind: value as ImportKind['id'] } })}
      />
    </Page>
  );
};

type StepsProps = { kind: ImportKind; kinds: readonly ImportKind[]; onKind: (id: string) => void };

const ImportSteps = ({ kind, kinds, onKind }: StepsProps) => {
  const { t, i18n } = useLingui();
  const work = useImport(kind);
  const faultText = useFaultText();
  const { phase, error } = work;
  const isUnsaved = phase === 'match' || phase === 'preview' || phase === 'sending' || phase === 'stopped';
  return (
    <>
      <LeaveGuard when={isUnsaved} />
      <SegmentedControl
        aria-label={t`What the file holds`}
        data={kinds.map((one) => ({ value: one.id, label: i18n._(one.label) }))}
        value={kind.id}
        disabled={isUnsaved || phase === 'checking'}
        onChange={onKind}
        mb="md"
      />
      {error instanceof TableFileError && <ErrorNotice error={error} message={faultText(error)} />}
      {error !== null && !(error instanceof TableFileError) && <ErrorNotice error={error} />}
      {phase === 'choose' && <ChooseFile kind={kind} onFile={(file) => void work.open(file)} />}
      {(phase === 'match' || phase === 'checking') && <MatchColumns kind={kind} work={work} />}
      {(phase === 'preview' || phase === 'sending' || phase === 'stopped' || phase === 'done') && (
        <Preview kind={kind} work={work} />
      )}
      {phase === 'choose' && (
        <p className="none">
          <Trans>Nothing is written before you have seen the rows.</Trans>
        </p>
      )}
    </>
  );
};

export const Route = createLazyRoute('/import')({ component: ImportPage });
