import { Trans, useLingui } from '@lingui/react/macro';
import type { Schemas } from '@qsc/client';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { client } from '../session/client.ts';
import { useRight } from '../session/session.ts';
import { Part } from './part.tsx';
import { Status } from './status.tsx';
import { Instant } from './time.tsx';

type Signature = Schemas['Signature'];
type ListedSignature = Awaited<ReturnType<ReturnType<typeof client.signatures.list>['page']>>['data'][number];

/** The signatures of a record, newest first. */
export const signaturesQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['trail', recordId, 'signatures'],
    queryFn: ({ signal }) => Array.fromAsync(client.signatures.list({ entity_id: recordId }, { signal })),
  });

/** Whether a signature still fits the content of its record. */
export const verifyQuery = (recordId: string, id: string) =>
  queryOptions({
    queryKey: ['trail', recordId, 'signature', id],
    queryFn: ({ signal }) => client.signatures.verify(id, { signal }),
  });

/** Who signed the record, when and what is meant by it, and whether each signature still fits the content. */
export const Signatures = ({ recordId }: { recordId: string }) => {
  const { t } = useLingui();
  const mayRead = useRight('audit-logs:read');
  const query = useQuery({ ...signaturesQuery(recordId), enabled: mayRead });
  const verified = useQueries({
    queries: (query.data ?? []).map(({ signature_id }) => verifyQuery(recordId, signature_id)),
  });
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
                  {isAltered(signature) ? (
                    <Altered id={signature.signature_id} />
                  ) : (
                    <SignatureBlock signature={signature} status={verified[index]?.data?.status} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Part>
    </section>
  );
};

/** Whether the stored signature is no longer what was signed. */
const isAltered = (signature: ListedSignature): signature is Extract<ListedSignature, { altered: true }> =>
  'altered' in signature;

const Altered = ({ id }: { id: string }) => (
  <div className="signature-block">
    <strong>{id}</strong>
    <Status state="invalid" />
  </div>
);

/** The newest signature of a record, if this user made it. */
export const newestOwn = (signatures: readonly ListedSignature[], userId: string): Signature | undefined => {
  const [newest] = signatures;
  return newest && !isAltered(newest) && newest.signer === userId ? newest : undefined;
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
