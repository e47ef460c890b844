import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import type { ExportFormat } from './export-rows.ts';

type Props = { onExport: (format: ExportFormat) => Promise<void>; isButton?: boolean };

/** Chooses the form of an exported list, and says why where it cannot be made. */
export const ExportMenu = ({ onExport, isButton = false }: Props) => {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (format: ExportFormat) => {
    setBusy(true);
    await onExport(format).catch(setError);
    setBusy(false);
  };
  return (
    <>
      <Menu position={isButton ? 'top-start' : 'bottom-end'}>
        <Menu.Target>
          <Button
            variant={isButton ? 'default' : 'subtle'}
            color="gray"
            loading={isBusy}
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            <Trans>Export</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void run('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => void run('xlsx')}>XLSX</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={error !== null} onClose={() => setError(null)} title={t`The list could not be exported`}>
        <ErrorNotice error={error} />
      </Dialog>
    </>
  );
};
