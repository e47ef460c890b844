import { useLingui } from '@lingui/react/macro';
import { Drawer } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useSession } from '../session/session.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { Palette } from './palette.tsx';
import { Sidebar } from './sidebar.tsx';

type Opened = { isOpen: boolean; onClose: () => void };

type Props = { palette: Opened; help: Opened; menu: Opened; counts: ComponentProps<typeof Sidebar>['counts'] };

/** What opens above every page: the palette, the help, and the sidebar of a narrow window. */
export const Overlays = ({ palette, help, menu, counts }: Props) => {
  const { t } = useLingui();
  const { organization } = useSession();
  return (
    <>
      <Drawer
        opened={menu.isOpen}
        onClose={menu.onClose}
        size={240}
        title={organization.name}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <Sidebar counts={counts} onGo={menu.onClose} />
      </Drawer>
      <Palette {...palette} />
      <KeyboardHelp {...help} />
    </>
  );
};
