import { useLingui } from '@lingui/react/macro';
import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';

/** What a person types to sign. */
export type SignatureInput = { username: string; password: string; meaning: string };

/** A signature that is being typed; it begins with the meaning that is proposed, and nothing else is filled in. */
export const useSignature = (meaning: string) => useState<SignatureInput>({ username: '', password: '', meaning });

type Props = { value: SignatureInput; onChange: (value: SignatureInput) => void };

/** Meaning, user name and password: typed for every signature, never remembered. */
export const SignatureFields = ({ value, onChange }: Props) => {
  const { t } = useLingui();
  return (
    <Stack gap="sm" className="signature-fields">
      <TextInput
        label={t`Meaning of the signature`}
        required
        maxLength={500}
        value={value.meaning}
        onChange={(event) => onChange({ ...value, meaning: event.currentTarget.value })}
      />
      <TextInput
        label={t`User name`}
        required
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        value={value.username}
        onChange={(event) => onChange({ ...value, username: event.currentTarget.value })}
      />
      <PasswordInput
        label={t`Password`}
        required
        autoComplete="one-time-code"
        data-1p-ignore
        data-lpignore="true"
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
    </Stack>
  );
};
