import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from './code-block.tsx';
import { CLIENT, PYTHON, SHELL, TYPESCRIPT } from './verification-code.ts';
import type { Webhook } from './webhook.queries.ts';

type Language = 'typescript' | 'client' | 'python' | 'shell';

/** Code that verifies the signature of a delivery, to copy. */
export const Verification = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useLingui();
  const [language, setLanguage] = useState<Language>('typescript');
  const names: Record<Language, string> = {
    typescript: 'TypeScript',
    client: '@qsc/client',
    python: 'Python',
    shell: 'curl, openssl',
  };
  const codes: Record<Language, string> = {
    typescript: TYPESCRIPT,
    client: CLIENT,
    python: PYTHON,
    shell: `BASE_URL=${location.origin}\nWEBHOOK=${webhook.id}\n${SHELL}`,
  };
  return (
    <section className="section webhook-verification" aria-label={t`Verify a delivery`}>
      <p className="prose">
        <Trans>
          Every request is signed as Standard Webhooks has it. Verify the body as it came, byte by byte, before you
          parse it, and refuse requests that are older than five minutes.
        </Trans>
      </p>
      <dl className="fields">
        <div>
          <dt className="mono">{'webhook-id'}</dt>
          <dd>
            <Trans>The id of the message, the same on every attempt, redelivery and recovery.</Trans>
          </dd>
        </div>
        <div>
          <dt className="mono">{'webhook-timestamp'}</dt>
          <dd>
            <Trans>When the attempt was made, in seconds since 1970.</Trans>
          </dd>
        </div>
        <div>
          <dt className="mono">{'webhook-signature'}</dt>
          <dd>
            <Trans>
              One signature, or two for 24 hours after the secret was rotated. One valid signature is enough.
            </Trans>
          </dd>
        </div>
      </dl>
      <SegmentedControl
        aria-label={t`Language`}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        data={Object.entries(names).map(([value, label]) => ({ value, label }))}
      />
      {language === 'shell' && (
        <p className="none">
          <Trans>
            Set API_KEY, SECRET and DELIVERY, and from the log of your receiver WEBHOOK_ID, WEBHOOK_TIMESTAMP and
            WEBHOOK_SIGNATURE.
          </Trans>
        </p>
      )}
      <CodeBlock label={t`Code in ${names[language]}`} code={codes[language]} />
    </section>
  );
};
