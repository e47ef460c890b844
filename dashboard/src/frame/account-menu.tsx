import { Trans, useLingui } from '@lingui/react/macro';
import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconEye, IconKey, IconLogout } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Language, showLanguage } from '../i18n/i18n.ts';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { usePreferences } from '../session/preferences.ts';
import { setReadOnlyView, signOut, useReadOnly, useSession } from '../session/session.ts';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const toInitials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Who is signed in, how it all looks and reads, and the way out. */
export const AccountMenu = () => {
  const { t, i18n } = useLingui();
  const { user, organization, is_read_only_view: isView } = useSession();
  const mayWrite = !useReadOnly() || isView;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { set } = usePreferences();
  const queries = useQueryClient();
  const navigate = useNavigate();

  const schemes = [
    ['light', t`Light`],
    ['dark', t`Dark`],
    ['auto', t`As the system`],
  ] as const;
  const mark = (isOn: boolean) => (isOn ? <IconCheck size={14} aria-hidden /> : <span style={{ width: 14 }} />);

  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <UnstyledButton className="account" title={user.name}>
          <span className="visually-hidden">{t`Account of ${user.name}`}</span>
          <Avatar size={26} radius="xl" color="teal" aria-hidden>
            {toInitials(user.name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="account-who">
          <Text size="sm" fw={600}>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed">
            {wordFor(ROLES, user.role)} · {organization.name}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Label>
          <Trans>Appearance</Trans>
        </Menu.Label>
        {schemes.map(([scheme, label]) => (
          <Menu.Item
            key={scheme}
            leftSection={mark(colorScheme === scheme)}
            aria-current={colorScheme === scheme}
            onClick={() => {
              setColorScheme(scheme);
              set({ color_scheme: scheme });
            }}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Label>
          <Trans>Language</Trans>
        </Menu.Label>
        {(['en', 'de'] as const).map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={mark(i18n.locale === language)}
            aria-current={i18n.locale === language}
            onClick={() => {
              void showLanguage(language);
              set({ language });
            }}
          >
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {mayWrite && (
          <Menu.Item leftSection={<IconEye size={15} aria-hidden />} onClick={() => void setReadOnlyView(!isView)}>
            {isView ? <Trans>End the read-only view</Trans> : <Trans>Read-only view</Trans>}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKey size={15} aria-hidden />} onClick={() => void navigate({ to: '/account' })}>
          <Trans>My account</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} aria-hidden />} onClick={() => void signOut(queries)}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
