import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { waitingCountQuery } from '../approvals/approval.queries.ts';
import { waitingCountQuery as waitingCertificatesQuery } from '../certificates/certificate.queries.ts';
import { useKeepAlive } from '../session/keep-alive.ts';
import { useSession } from '../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { ReadOnlyMark } from './read-only-mark.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { useStoredAppearance } from './stored-appearance.ts';

/** Loaded after the first view. */
const Overlays = lazy(() => import('./overlays.tsx').then((module) => ({ default: module.Overlays })));

/** What stands around every page: sidebar, bar, palette and help. */
export const Frame = () => {
  const { t } = useLingui();
  const { organization, rights } = useSession();
  const [isPaletteOpen, palette] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const [isMenuOpen, menu] = useDisclosure();
  useShortcuts({ onPalette: palette.open, onHelp: help.open });
  useKeepAlive();
  useStoredAppearance();
  const { data: waiting = 0 } = useQuery({ ...waitingCountQuery, enabled: rights.includes('workflows:read') });
  const mayValidate = rights.includes('certificates:write');
  const { data: certificates = 0 } = useQuery({ ...waitingCertificatesQuery, enabled: mayValidate });
  const counts = { '/approvals': waiting, '/certificates': certificates };
  return (
    <>
      <a href="#content" className="skip">
        <Trans>To the content</Trans>
      </a>
      {organization.sandbox && (
        <p className="sandbox">
          <Trans>Sandbox: nothing here is a quality record</Trans>
        </p>
      )}
      <div className="frame">
        <div className="frame-side">
          <Sidebar counts={counts} brand="QSC" />
        </div>
        <section className="bar" aria-label={t`Bar`}>
          <ActionIcon className="bar-menu" aria-label={t`Menu`} onClick={menu.open}>
            <IconMenu2 size={18} />
          </ActionIcon>
          <Breadcrumb />
          <ReadOnlyMark />
          <div className="bar-end">
            <UnstyledButton className="bar-search" onClick={palette.open}>
              <IconSearch size={15} aria-hidden />
              <span className="bar-search-text">
                <Trans>Find or go to</Trans>
              </span>
              <Kbd size="xs">⌘K</Kbd>
            </UnstyledButton>
            <Tooltip label={t`Keyboard`}>
              <ActionIcon aria-label={t`Keyboard`} onClick={help.open}>
                <IconHelp size={18} />
              </ActionIcon>
            </Tooltip>
            <AccountMenu />
          </div>
        </section>
        <main id="content" className="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Suspense fallback={null}>
        <Overlays
          palette={{ isOpen: isPaletteOpen, onClose: palette.close }}
          help={{ isOpen: isHelpOpen, onClose: help.close }}
          menu={{ isOpen: isMenuOpen, onClose: menu.close }}
          counts={counts}
        />
      </Suspense>
    </>
  );
};
