import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { hasCode } from '../session/api-error.ts';
import { eraseDraft, readDraft, writeDraft } from '../session/draft.ts';
import { asReason } from '../session/reason.ts';
import { useSession } from '../session/session.ts';
import { type Certificate, refreshCertificates, validateCertificate } from './certificate.queries.ts';
import type { FieldName } from './data-fields.ts';
import { EMPTY_DRAFT, type ReviewDraft, type RowEdit, reviewFields, reviewRows, toFinding } from './review.ts';

/** The review of a certificate: what was typed, which is there again after a reload, and how it is found valid. */
export const useReview = (certificate: Certificate) => {
  const queries = useQueryClient();
  const { user } = useSession();
  const name = `${certificate.id}:review`;
  const [draft, setDraft] = useState<ReviewDraft>(() => readDraft<ReviewDraft>(user.id, name) ?? EMPTY_DRAFT);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (draft === EMPTY_DRAFT) eraseDraft(user.id, name);
    else writeDraft(user.id, name, draft);
  }, [draft, name, user.id]);

  const rows = useMemo(
    () => reviewRows(certificate.extracted_data?.test_results ?? [], draft),
    [certificate.extracted_data, draft],
  );
  const fields = useMemo(() => reviewFields(certificate, draft), [certificate, draft]);
  const corrections = rows.filter(({ isChanged }) => isChanged).length + fields.filter((one) => one.isChanged).length;

  return {
    draft,
    rows,
    fields,
    corrections,
    failing: rows.filter(({ needsNote }) => needsNote === 'failing').length,
    undecided: rows.filter(({ needsNote }) => needsNote === 'undecided').length,
    isBusy,
    fault,
    editRow: (index: number, edit: RowEdit) =>
      setDraft((known) => ({ ...known, rows: { ...known.rows, [index]: { ...known.rows[index], ...edit } } })),
    editField: (field: FieldName, value: string | undefined) =>
      setDraft((known) => ({ ...known, fields: { ...known.fields, [field]: value } })),
    write: (change: Partial<Pick<ReviewDraft, 'note' | 'reason'>>) => setDraft((known) => ({ ...known, ...change })),
    erase: () => setDraft(EMPTY_DRAFT),
    /** Finds the certificate valid with the corrections; null where that was refused. */
    async validate(): Promise<Certificate | null> {
      setBusy(true);
      setFault(null);
      try {
        const reason = asReason(draft.reason) ?? asReason(draft.note);
        const valid = await validateCertificate(certificate.id, toFinding(rows, fields, draft), {
          reason,
          ifMatch: certificate.version,
        });
        eraseDraft(user.id, name);
        await refreshCertificates(queries);
        return valid;
      } catch (error) {
        setFault(error);
        setBusy(false);
        if (hasCode(error, 'precondition_failed', 'invalid_transition')) await refreshCertificates(queries);
        return null;
      }
    },
  };
};

export type Review = ReturnType<typeof useReview>;
