import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { client } from '../session/client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { saveDownload } from '../ui/save-file.ts';

const FORMATS = ['pdf', 'xlsx', 'csv'] as const;

/** Downloads the approved vendor list as the service makes it: qualified and conditional suppliers, with or without what they supply. */
export const VendorListMenu = () => {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);

  const run = async (format: (typeof FORMATS)[number], withComponents: boolean) => {
    setBusy(true);
    await client.suppliers
      .exportVendorList({ format, include_components: withComponents })
      .then(saveDownload)
      .catch(setFault);
    setBusy(false);
  };

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={isBusy} leftSection={<IconDownload size={15} aria-hidden />}>
            <Trans>Approved vendor list</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Trans>Suppliers</Trans>
          </Menu.Label>
          {FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void run(format, false)}>
              {format.toUpperCase()}
            </Menu.Item>
          ))}
          <Menu.Label>
            <Trans>With what they supply</Trans>
          </Menu.Label>
          {FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void run(format, true)}>
              {format.toUpperCase()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={fault !== null} onClose={() => setFault(null)} title={t`The list could not be made`}>
        <ErrorNotice error={fault} />
      </Dialog>
    </>
  );
};
