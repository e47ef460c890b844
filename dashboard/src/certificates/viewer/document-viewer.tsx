import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconDownload, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Lines } from '../../ui/part.tsx';
import { type Certificate, documentQuery, saveDocument } from '../certificate.queries.ts';
import { type OpenDocument, openDocument } from './document.ts';
import { PageSheet } from './page-sheet.tsx';

/** A value of the document and where it stands: page from 1, and left, top, width and height as shares of the page. */
export type Place = { key: string; label: string; page: number; box: readonly number[] };

type Props = {
  certificate: Certificate;
  places?: readonly Place[];
  /** The value whose place is lit and scrolled to. */
  lit?: string | null;
  onPick?: (key: string) => void;
};

const ZOOMS = [1, 1.25, 1.5, 2, 3];

/** The document of a certificate, by page, with the places of what was read. */
export const DocumentViewer = ({ certificate, places = [], lit = null, onPick }: Props) => {
  const { t } = useLingui();
  const [zoom, setZoom] = useState(0);
  const { document, fault, file } = useOpenDocument(certificate);
  const scroller = useRef<HTMLElement>(null);
  const download = useMutation({ mutationFn: saveDocument });
  const pages = document && 'sheets' in document ? document.sheets.length : 0;
  return (
    <section className="viewer" aria-label={t`Document`}>
      <div className="viewer-bar">
        <span className="ellipsis" title={certificate.document.filename}>
          {certificate.document.filename}
        </span>
        <Group gap={2} wrap="nowrap">
          {pages > 0 && (
            <>
              <ActionIcon aria-label={t`Smaller`} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
                <IconZoomOut size={17} />
              </ActionIcon>
              <ActionIcon aria-label={t`Larger`} disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
                <IconZoomIn size={17} />
              </ActionIcon>
            </>
          )}
          <ActionIcon
            aria-label={t`Download the document`}
            loading={download.isPending}
            onClick={() => download.mutate(certificate.id)}
          >
            <IconDownload size={17} />
          </ActionIcon>
        </Group>
      </div>
      {download.error && <ErrorNotice error={download.error} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
      <section className="viewer-pages" ref={scroller} tabIndex={0} aria-label={t`Pages`}>
        {file.error ? (
          <ErrorNotice error={file.error} onRetry={() => void file.refetch()} />
        ) : fault !== null ? (
          <Unshown fault={fault} />
        ) : document === null ? (
          <Lines count={12} />
        ) : 'text' in document ? (
          <pre className="viewer-text">{document.text}</pre>
        ) : (
          document.sheets.map((sheet, index) => (
            <PageSheet
              // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a file never change.
              key={index}
              sheet={sheet}
              number={index + 1}
              count={pages}
              zoom={ZOOMS[zoom] ?? 1}
              places={places.filter(({ page }) => page === index + 1)}
              lit={lit}
              onPick={onPick}
              scroller={scroller}
            />
          ))
        )}
      </section>
    </section>
  );
};

const Unshown = ({ fault }: { fault: unknown }) => {
  const { t } = useLingui();
  return (
    <div className="viewer-fault">
      <ErrorNotice
        error={fault}
        message={t`The document cannot be shown here. Download it and open it in another program.`}
      />
      {fault instanceof Error && (
        <Text size="xs" c="dimmed">
          {fault.message}
        </Text>
      )}
    </div>
  );
};

/** The document as it is opened; it is closed when another one is shown. */
const useOpenDocument = ({ id, document: { mime_type } }: Certificate) => {
  const file = useQuery(documentQuery(id));
  const { data } = file;
  const [opened, setOpened] = useState<{ file: Blob; document: OpenDocument } | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (!data) return;
    let isOver = false;
    let close = () => {};
    setFault(null);
    openDocument(data, mime_type)
      .then((document) => {
        close = document.close;
        if (isOver) close();
        else setOpened({ file: data, document });
      })
      .catch((reason: unknown) => !isOver && setFault(reason));
    return () => {
      isOver = true;
      close();
    };
  }, [data, mime_type]);
  return { document: opened?.file === data ? (opened?.document ?? null) : null, fault, file };
};
