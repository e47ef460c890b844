import { Trans, useLingui } from '@lingui/react/macro';
import type { Schemas } from '@qsc/client';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { api } from '../session/api.ts';
import { useRight } from '../session/session.ts';
import { Part } from './part.tsx';
import { Status } from './status.tsx';
import { Instant } from './time.tsx';

type Signature = Schemas['Signature'];

/** The signatures of a record, newest first. */
export const signaturesQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['trail', recordId, 'signatures'],
    queryFn: ({ signal }) =>
      api.get<Signature[]>('/v1/signatures', { query: { entity_id: recordId, per_page: 100 }, signal }),
  });

const verifyQuery = (id: string) =>
  queryOptions({
    queryKey: ['signature', id],
    queryFn: ({ signal }) => api.get<Schemas['SignatureVerification']>(`/v1/signatures/${id}/verify`, { signal }),
  });

/** Who signed the record, when and what is meant by it, and whether each signature still fits the content. */
export const Signatures = ({ recordId }: { recordId: string }) => {
  const { t } = useLingui();
  const mayRead = useRight('audit-logs:read');
  const query = useQuery({ ...signaturesQuery(recordId), enabled: mayRead });
  const verified = useQueries({ queries: (query.data ?? []).map(({ signature_id }) => verifyQuery(signature_id)) });
  if (!mayRead) return null;
  return (
    <section className="section" aria-label={t`Signatures`}>
      <h2 className="section-title">
        <Trans>Signatures</Trans>
      </h2>
      <Part query={query} lines={1}>
        {(signatures) =>
          signatures.length === 0 ? (
            <span className="none">
              <Trans>None yet</Trans>
            </span>
          ) : (
            <ul className="signatures">
              {signatures.map((signature, index) => (
                <li key={signature.signature_id}>
                  <SignatureBlock signature={signature} status={verified[index]?.data?.status} />
                </li>
              ))}
            </ul>
          )
        }
      </Part>
    </section>
  );
};

/** A signature as it prints: name, meaning, time with zone (21 CFR 11.50). */
export const SignatureBlock = ({ signature, status }: { signature: Signature; status?: string | undefined }) => (
  <div className="signature-block">
    <strong>{signature.signer_name}</strong>
    <span>{wordFor(ROLES, signature.signer_role)}</span>
    <span>“{signature.meaning}”</span>
    <Instant value={signature.timestamp} exact />
    {status && <Status state={status} />}
  </div>
);
