import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fieldName, ROLES, STATES, wordFor } from '../i18n/vocabulary.ts';
import { Fact } from '../ui/fact.tsx';
import { verifyQuery } from '../ui/signatures.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { type AuditEntry, Value } from '../ui/trail-entry.tsx';

type Props = { entry: AuditEntry };

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="section" aria-label={title}>
    <h2 className="section-title">{title}</h2>
    {children}
  </section>
);

/** A value that programs read, whole to copy. */
export const Code = ({ value }: { value: string }) => {
  const { t } = useLingui();
  return (
    <span className="audit-code">
      <span className="mono" title={value}>
        {value}
      </span>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t`Copied` : t`Copy`}>
            <ActionIcon size="sm" aria-label={t`Copy ${value}`} onClick={copy}>
              {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
};

/** Each changed field with its old and its new value. */
export const Difference = ({ entry }: Props) => {
  const { t } = useLingui();
  const rows = Object.entries(entry.changes ?? {});
  return (
    <Block title={t`Changes`}>
      {rows.length === 0 ? (
        <span className="none">
          <Trans>This action changed no field.</Trans>
        </span>
      ) : (
        <div className="table-wide">
          <table className="plain difference">
            <thead>
              <tr>
                <th scope="col">{t`Field`}</th>
                <th scope="col">{t`Old value`}</th>
                <th scope="col">{t`New value`}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([path, { from, to }]) => (
                <tr key={path}>
                  <th scope="row" title={path}>
                    {fieldName(path)}
                  </th>
                  <td>
                    <Value value={from} path={path} isOld />
                  </td>
                  <td>
                    <Value value={to} path={path} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Block>
  );
};

/** What else the action was about, such as the record that a search found or why a sign-in failed. */
export const EntryDetails = ({ entry }: Props) => {
  const { t } = useLingui();
  const details = Object.entries(entry.metadata.details ?? {});
  if (details.length === 0) return null;
  return (
    <Block title={t`Circumstances`}>
      <dl className="fields">
        {details.map(([name, value]) => (
          <Fact key={name} name={fieldName(name)}>
            <Value value={value} path={name} isPlain />
          </Fact>
        ))}
      </dl>
    </Block>
  );
};

/** The signature of the action: by whom, what it means, whether it still fits the record. */
export const EntrySignature = ({ entry }: Props) => {
  const { t } = useLingui();
  const { signed, required, meaning, signature_id } = entry.signature;
  const verified = useQuery({ ...verifyQuery(entry.entity_id, signature_id ?? ''), enabled: signature_id !== null });
  if (!signed && !required) return null;
  return (
    <Block title={t`Signature`}>
      {signed ? (
        <div className="signature-block">
          <strong>{entry.user.name || entry.user.id}</strong>
          {meaning && <span>“{meaning}”</span>}
          <Instant value={entry.timestamp} exact />
          {verified.data && <Status state={verified.data.status} />}
        </div>
      ) : (
        <span className="none">
          <Trans>A signature was required and not given.</Trans>
        </span>
      )}
    </Block>
  );
};

/** Who acted, when, why and from where. */
export const ActFacts = ({ entry }: Props) => {
  const { t } = useLingui();
  const { user, client, metadata, timestamp, entity_id, entity_version } = entry;
  return (
    <Block title={t`Who, when and why`}>
      <dl className="fields">
        <Fact name={t`Who`}>
          <Link to="/audit" search={{ user_id: user.id }} title={t`All entries of this user`}>
            {user.name || user.id}
          </Link>
          {user.role && <span className="none"> {wordFor(ROLES, user.role)}</span>}
        </Fact>
        <Fact name={t`Email`}>{user.email}</Fact>
        <Fact name={t`When`}>
          <Instant value={timestamp} exact seconds />
        </Fact>
        <Fact name={t`Reason`}>{metadata.reason}</Fact>
        <Fact name={t`State after`}>{metadata.workflow_state && wordFor(STATES, metadata.workflow_state)}</Fact>
        <Fact name={t`Record`}>
          <Link to="/audit" search={{ entity_id }}>
            <Trans>All its entries</Trans>
          </Link>
        </Fact>
        <Fact name={t`Version`}>{entity_version}</Fact>
        <Fact name={t`IP address`}>{client.ip_address}</Fact>
        <Fact name={t`Program`}>{client.user_agent}</Fact>
        {client.api_key_id && (
          <Fact name={t`API key`}>
            <Code value={client.api_key_id} />
          </Fact>
        )}
        <Fact name={t`Request`}>
          <Code value={metadata.request_id} />
        </Fact>
      </dl>
    </Block>
  );
};

/** What binds the entry to the one before it. */
export const ChainFacts = ({ entry }: Props) => {
  const { t } = useLingui();
  return (
    <Block title={t`Place in the chain`}>
      <dl className="fields">
        <Fact name={t`Recorded`}>
          <Instant value={entry.recorded_at} exact seconds />
        </Fact>
        <Fact name={t`Hash`}>
          <Code value={entry.hash} />
        </Fact>
        <Fact name={t`Hash before`}>
          <Code value={entry.previous_hash} />
        </Fact>
        <Fact name={t`Entry id`}>
          <Code value={entry.id} />
        </Fact>
      </dl>
    </Block>
  );
};
