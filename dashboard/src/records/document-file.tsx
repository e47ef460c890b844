import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { saveDownload } from '../ui/save-file.ts';
import { downloadDocument } from './record.queries.ts';

/** Saves the file of a document as it is now. */
export const DocumentFile = ({ id }: { id: string }) => {
  const { t } = useLingui();
  const download = useMutation({ mutationFn: async () => saveDownload(await downloadDocument(id)) });
  return (
    <section className="section" aria-label={t`File`}>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        <Trans>Download the file</Trans>
      </Button>
      {download.error && <ErrorNotice error={download.error} />}
    </section>
  );
};
