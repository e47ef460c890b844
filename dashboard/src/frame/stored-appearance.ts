import { i18n } from '@lingui/core';
import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showLanguage } from '../i18n/i18n.ts';
import { preferencesQuery } from '../session/preferences.ts';

/** Shows the language and the colours that the user chose on whichever device. */
export const useStoredAppearance = (): void => {
  const { data: { language, color_scheme: scheme } = {} } = useQuery(preferencesQuery);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (language && language !== i18n.locale) void showLanguage(language);
  }, [language]);
  useEffect(() => {
    if (scheme) setColorScheme(scheme);
  }, [scheme, setColorScheme]);
};
