import { useLingui } from '@lingui/react/macro';
import { Radio, Stack } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { choices } from '../i18n/vocabulary.ts';
import { type ConnectionContent, KINDS } from './connection-content.ts';
import { CONNECTION_TYPES } from './words.ts';

/** What has to be there at each kind of system before it can be connected. */
const useNeeds = (): Readonly<Record<string, string>> => {
  const { t } = useLingui();
  return {
    veeva_vault: t`A user of its own with API access, or an OAuth profile.`,
    sap_s4hana: t`A communication arrangement for the API, such as SAP_COM_0008 for business partners.`,
    odata_v4: t`The address of any service that speaks OData v4, and a login for it.`,
    tryton: t`A user of its own with access to parties and products.`,
  };
};

/** The kinds of system, each with what it needs; the usual login of the chosen one follows. */
export const TypeChoice = ({ form }: { form: UseFormReturn<ConnectionContent> }) => {
  const { t } = useLingui();
  const needs = useNeeds();
  const choose = (type: string) => {
    form.setValue('type', type, { shouldDirty: true });
    form.setValue('authentication.type', KINDS[type]?.authentications[0] ?? '', { shouldDirty: true });
  };
  return (
    <Controller
      control={form.control}
      name="type"
      render={({ field: { value } }) => (
        <Radio.Group label={t`Kind of system`} required value={value} onChange={choose}>
          <Stack gap="xs" mt={6}>
            {choices(CONNECTION_TYPES).map(({ value: type, label }) => (
              <Radio key={type} value={type} label={label} description={needs[type]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    />
  );
};
