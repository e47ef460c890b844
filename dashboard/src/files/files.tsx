import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Loader } from '@mantine/core';
import { IconCircleXFilled, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { useRight, useSession } from '../session/session.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Part } from '../ui/part.tsx';
import { Person } from '../ui/people.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { Instant } from '../ui/time.tsx';
import { addFile, type FileDocument, type FileOwner, fileAddress, filesQuery, replaceFile } from './file.queries.ts';

/** Kinds that the service takes (decisions, "Documents"); it looks at the content itself. */
const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.csv,.xml,.eml';

type FailedUpload = { name: string; error: unknown };

/** What is to be stored: new files, or one in the place of a document's. */
type Pending = { files: File[]; replaced?: FileDocument };

type Props = {
  owner: FileOwner;
  /** Why no file can be added now; null where one can. */
  hindrance: string | null;
};

/** The files of a record: opened, added by choosing or dropping them, replaced by a newer one. */
export const Files = ({ owner, hindrance }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { organization } = useSession();
  const mayWrite = useRight('entities:write');
  const query = useQuery(filesQuery(owner.id));
  const [uploads, setUploads] = useState<string[]>([]);
  const [failed, setFailed] = useState<FailedUpload[]>([]);
  const [pending, setPending] = useState<Pending | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const replaced = useRef<FileDocument | undefined>(undefined);
  const whyNot = mayWrite ? hindrance : t`Your role adds no files.`;

  const store = async ({ files, replaced: document }: Pending, reason?: string) => {
    setPending(null);
    setFailed([]);
    setUploads(files.map(({ name }) => name));
    for (const file of files) {
      const work = document ? replaceFile(document, file, reason) : addFile(owner, file, reason);
      await work.catch((error: unknown) => setFailed((known) => [...known, { name: file.name, error }]));
      setUploads((known) => known.filter((name) => name !== file.name));
      await queries.invalidateQueries({ queryKey: ['files', owner.id] });
    }
    await queries.invalidateQueries({ queryKey: ['trail'] });
  };

  const take = (list: FileList | null, document?: FileDocument) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    const next = document ? { files, replaced: document } : { files };
    if (organization.strict_mode) setPending(next);
    else void store(next);
  };

  const choose = (document?: FileDocument) => {
    replaced.current = document;
    if (!chooser.current) return;
    chooser.current.multiple = document === undefined;
    chooser.current.value = '';
    chooser.current.click();
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    if (whyNot === null) take(event.dataTransfer.files);
  };

  return (
    <section className="section" aria-label={t`Files`} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Group justify="space-between" mb="xs">
        <span className="none">
          {whyNot ?? <Trans>PDF, pictures, Office files, text and e-mail up to 25 MiB. Drop them here.</Trans>}
        </span>
        {whyNot === null && (
          <Button variant="default" leftSection={<IconUpload size={15} aria-hidden />} onClick={() => choose()}>
            <Trans>Add files</Trans>
          </Button>
        )}
      </Group>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t`Files to add`}
        onChange={(event) => take(event.currentTarget.files, replaced.current)}
      />
      <ul className="related" aria-live="polite">
        {uploads.map((name) => (
          <li key={name}>
            <Loader size={14} aria-label={t`Being stored`} />
            <span>{name}</span>
          </li>
        ))}
        {failed.map(({ name, error }) => (
          <li key={name}>
            <IconCircleXFilled size={15} className="status-bad" aria-label={t`Not stored`} />
            <div>
              <strong>{name}</strong>
              <ErrorNotice error={error} />
            </div>
          </li>
        ))}
      </ul>
      <Part query={query} lines={2}>
        {(documents) =>
          documents.length === 0 && uploads.length === 0 ? (
            <span className="none">
              <Trans>No files yet</Trans>
            </span>
          ) : (
            <ul className="related files">
              {documents.map((document) => (
                <FileRow
                  key={document.id}
                  document={document}
                  onReplace={whyNot === null ? () => choose(document) : undefined}
                />
              ))}
            </ul>
          )
        }
      </Part>
      {pending && (
        <ReasonDialog
          title={pending.replaced ? t`Replace the file` : t`Add files`}
          verb={pending.replaced ? t`Replace` : t`Add`}
          onClose={() => setPending(null)}
          onReason={(reason) => store(pending, reason)}
        />
      )}
    </section>
  );
};

const FileRow = ({ document, onReplace }: { document: FileDocument; onReplace: (() => void) | undefined }) => {
  const { i18n } = useLingui();
  const { name, file, version, created_by, updated_at } = document;
  const size = file ? i18n.number(file.size_bytes / 1024, { maximumFractionDigits: 0 }) : null;
  return (
    <li>
      {file ? (
        <a href={fileAddress(document)} target="_blank" rel="noopener" title={file.checksum}>
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
      <span className="none">
        {size && <Trans>{size} KiB</Trans>}
        {version > 1 && (
          <>
            {' · '}
            <Trans>version {version}</Trans>
          </>
        )}
      </span>
      <Person id={created_by} />
      <Instant value={updated_at} />
      {onReplace && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onReplace}>
          <Trans>Replace</Trans>
        </Button>
      )}
    </li>
  );
};
