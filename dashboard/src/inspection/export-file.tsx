import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Code } from '../audit/entry-parts.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Fact } from '../ui/fact.tsx';
import { Instant } from '../ui/time.tsx';
import { type AuditExport, saveKey } from './export.queries.ts';

const KIB = 1024;

/** The finished file: how large, its checksum, until when it is kept, and how it is checked without this system. */
export const ExportFile = ({ job }: { job: AuditExport }) => {
  const { t, i18n } = useLingui();
  const { records_exported, file_size_bytes, checksum, completed_at, expires_at, download_url, signature_url } = job;
  const key = useMutation({ mutationFn: saveKey });
  const size = i18n.number(Math.ceil((file_size_bytes ?? 0) / KIB));
  return (
    <>
      <section aria-label={t`File`}>
        <dl className="fields">
          <Fact name={t`Entries`}>
            <Plural value={records_exported} one="# entry" other="# entries" />
          </Fact>
          <Fact name={t`Size`}>{t`${size} KiB`}</Fact>
          <Fact name={t`SHA-256`}>{checksum && <Code value={checksum.replace(/^sha256:/, '')} />}</Fact>
          <Fact name={t`Complete since`}>
            <Instant value={completed_at} exact />
          </Fact>
          <Fact name={t`Kept until`}>
            <Instant value={expires_at} exact />
          </Fact>
        </dl>
        <Group gap="xs" mt="sm">
          {/* The browser writes the file as it comes: it may be larger than the memory. */}
          <Button
            component="a"
            href={download_url ?? undefined}
            download
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            <Trans>Download the file</Trans>
          </Button>
          <Button component="a" variant="default" href={signature_url ?? undefined} download>
            <Trans>Download its signature</Trans>
          </Button>
          <Button variant="default" loading={key.isPending} onClick={() => key.mutate()}>
            <Trans>Download the public key</Trans>
          </Button>
        </Group>
        {key.error && <ErrorNotice error={key.error} />}
      </section>
      <Verifying job={job} />
    </>
  );
};

/** The name that the service gives the file. */
const toFilename = ({ job_id, format, parameters: { from, to } }: AuditExport): string =>
  `audit-log-${from.slice(0, 10)}-${to.slice(0, 10)}-${job_id}.${format}`;

const Verifying = ({ job }: { job: AuditExport }) => {
  const { t } = useLingui();
  const { format, parameters } = job;
  const isWhole = parameters.include_raw_data && format !== 'pdf';
  return (
    <section aria-label={t`How to check it without this system`}>
      <h2 className="section-title">{t`How to check it without this system`}</h2>
      <ol className="recommended">
        <li>
          <Trans>
            Put the file, its signature (<span className="mono">.sig</span>) and the public key (
            <span className="mono">key.json</span>) into one folder. Get the key also by another way that you trust, and
            compare: who can replace all three can sign with a key of their own.
          </Trans>
        </li>
        <li>
          <Trans>
            Take <span className="mono">scripts/verify-audit.mjs</span> from the release of the system. It is one file
            and needs Node 20 or newer, no network and no other part of the system.
          </Trans>
        </li>
        <li>
          <Trans>Run it in the folder:</Trans> <Code value={`node verify-audit.mjs ${toFilename(job)}`} />
        </li>
      </ol>
      <p>
        {isWhole
          ? t`It says “valid” when the file is, byte for byte, what the system signed, and every entry fits its own hash and the one before it.`
          : t`It says “valid” when the file is, byte for byte, what the system signed. Single entries of this file cannot be checked: export it as CSV or JSON with the hashes for that.`}
      </p>
    </section>
  );
};
