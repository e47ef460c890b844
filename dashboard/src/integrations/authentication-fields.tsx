import { useLingui } from '@lingui/react/macro';
import { PasswordInput, Textarea } from '@mantine/core';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { choices } from '../i18n/vocabulary.ts';
import { type FieldSpec, FormField, isBlank } from '../ui/fields.tsx';
import { type ConnectionContent, KINDS } from './connection-content.ts';
import { AUTHENTICATIONS } from './words.ts';

type Form = { form: UseFormReturn<ConnectionContent> };

const at = (member: string): `authentication.${string}` => `authentication.${member}`;

/** The way to log in, and what it needs. */
export const AuthenticationFields = ({ form }: Form) => {
  const { t } = useLingui();
  const { control, watch } = form;
  const kind = KINDS[watch('type')];
  const specs: FieldSpec = {
    path: at('type'),
    label: t`Way to log in`,
    kind: 'choice',
    choices: choices(AUTHENTICATIONS, kind?.authentications ?? []),
    isRequired: true,
  };
  return (
    <>
      <FormField control={control} spec={specs} />
      <LoginFields form={form} />
    </>
  );
};

const LoginFields = ({ form }: Form) => {
  const { t } = useLingui();
  const { control, watch } = form;
  const [type, login] = [watch('type'), watch(at('type'))];
  const field = (member: string, label: string, rest: Partial<FieldSpec> = {}) => (
    <FormField control={control} spec={{ path: at(member), label, kind: 'text', isRequired: true, ...rest }} />
  );
  switch (login) {
    case 'session':
    case 'basic':
      return (
        <>
          {field('username', t`User name`)}
          <Secret form={form} member="password" label={t`Password`} />
        </>
      );
    case 'api_key':
      return (
        <>
          <Secret form={form} member="api_key" label={t`API key`} />
          {field('header', t`Header of the key`)}
        </>
      );
    case 'certificate':
      return (
        <>
          {field('certificate', t`Certificate (PEM)`, { kind: 'long' })}
          <Secret form={form} member="private_key" label={t`Private key (PEM)`} isLong />
        </>
      );
    case 'oauth2':
      return (
        <>
          {field('client_id', t`Client id`)}
          <Secret form={form} member="client_secret" label={t`Client secret`} isOptional />
          {field('token_url', t`Address of tokens`)}
          {field('authorization_url', t`Address of the login`, {
            isRequired: false,
            description: t`Where a user logs in once. Empty: the client acts by its own right.`,
          })}
          {field('scope', t`Scopes`, { isRequired: false, description: t`Separated by blanks.` })}
          {type === 'veeva_vault' && field('profile_id', t`OAuth profile of the Vault`)}
        </>
      );
    default:
      return null;
  }
};

type SecretProps = Form & { member: string; label: string; isLong?: boolean; isOptional?: boolean };

/** A secret; one that is stored is shown as a mask, and stays as it is unless another is typed. */
const Secret = ({ form, member, label, isLong = false, isOptional = false }: SecretProps) => {
  const { t } = useLingui();
  return (
    <Controller
      control={form.control}
      name={at(member)}
      rules={{ validate: (value) => isOptional || !isBlank(value) || t`${label} is missing` }}
      render={({ field, fieldState }) => {
        const shared = {
          ...field,
          label,
          required: !isOptional,
          autoComplete: 'off',
          error: fieldState.error?.message,
          description: t`It is stored encrypted and never shown.`,
        };
        return isLong ? (
          <Textarea {...shared} spellCheck={false} />
        ) : (
          <PasswordInput
            {...shared}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t`Show ${label}` }}
          />
        );
      }}
    />
  );
};
