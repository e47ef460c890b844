import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import type { Download } from '@qsc/client';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRight } from '../session/session.ts';
import { ErrorNotice } from './error-notice.tsx';
import { saveDownload } from './save-file.ts';

export type CopyFormat = 'pdf' | 'json';

/** Gives an inspector the complete record: content, signatures and audit trail. Each copy is an entry of the audit log. */
export const CopyMenu = ({ makeCopy }: { makeCopy: (format: CopyFormat) => Promise<Download> }) => {
  const { t } = useLingui();
  const mayCopy = useRight('audit-logs:read');
  const copy = useMutation({ mutationFn: async (format: CopyFormat) => saveDownload(await makeCopy(format)) });
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon aria-label={t`Print or copy`} className="screen-only" loading={copy.isPending}>
            <IconPrinter size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => window.print()}>
            <Trans>Print this page</Trans>
          </Menu.Item>
          {mayCopy && (
            <>
              <Menu.Item onClick={() => copy.mutate('pdf')}>
                <Trans>Copy for inspector (PDF)</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => copy.mutate('json')}>
                <Trans>Copy for inspector (signed JSON)</Trans>
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {copy.error && <ErrorNotice error={copy.error} />}
    </>
  );
};
