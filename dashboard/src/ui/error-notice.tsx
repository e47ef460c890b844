import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { ApiError, NetworkError, TimeoutError, ValidationError } from '@qsc/client';
import { fieldName } from '../i18n/vocabulary.ts';
import { errorText, fieldFaultText } from './fault-words.ts';

type Props = {
  error: unknown;
  /** What is said in place of the service's own sentence. */
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
};

/** The sentence for an error: the service's own, or what is to be done where it cannot know. */
const useSentence = (error: unknown): string => {
  const { t } = useLingui();
  const offline = t`The server does not answer. Check the connection; what you typed is still here.`;
  if (error instanceof NetworkError || error instanceof TimeoutError) return offline;
  if (!(error instanceof ApiError)) return t`The page met something that it does not understand. Load it again.`;
  switch (error.code) {
    case 'offline':
      return offline;
    case 'service_unavailable':
      return t`This part of the system is not available at the moment. The rest works; try again in a minute.`;
    case 'rate_limit_exceeded':
      return t`Too many requests. Try again in ${error.retryAfter ?? 60} seconds.`;
    case 'signature_invalid':
      return t`The user name or the password is wrong, so nothing was signed.`;
    case 'account_locked':
      return t`Signing is locked after too many wrong passwords. An administrator can unlock it.`;
    default:
      return errorText(error);
  }
};

/** The sentence of the API, which names values and limits. */
const Original = ({ text }: { text: string }) => (
  <Text size="xs" c="dimmed" lang="en">
    {text}
  </Text>
);

/** What happened, why and what to do, with the id of the request to report it by. */
export const ErrorNotice = ({ error, message, onRetry }: Props) => {
  const sentence = useSentence(error);
  const fields = error instanceof ValidationError ? error.fields : [];
  const original = error instanceof ApiError && errorText(error) === sentence ? error.message : sentence;
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Alert color="red" variant="light" role="alert" className="error-notice" p="sm">
      <Stack gap={4}>
        <Text size="sm">{message ?? sentence}</Text>
        {message === undefined && sentence !== original && <Original text={original} />}
        {fields.map((fault) => (
          <Text size="sm" key={fault.field} component="div">
            {fieldName(fault.field)}: {fieldFaultText(fault)}
            {fieldFaultText(fault) !== fault.message && <Original text={fault.message} />}
          </Text>
        ))}
        <Group gap="sm">
          {onRetry && (
            <Button variant="default" size="compact-xs" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {requestId && message === undefined && (
            <CopyButton value={requestId}>
              {({ copied, copy }) => (
                <Anchor component="button" type="button" size="xs" c="dimmed" onClick={copy}>
                  {copied ? <Trans>Copied</Trans> : <Trans>Copy request id {requestId}</Trans>}
                </Anchor>
              )}
            </CopyButton>
          )}
        </Group>
      </Stack>
    </Alert>
  );
};
