import { useLingui } from '@lingui/react/macro';
import { choices } from '../i18n/vocabulary.ts';
import type { ImportRow, RowFault } from './import-row.ts';
import type { ImportKind } from './kind.ts';
import { MAX_ROWS, type TableFileError } from './table-file.ts';
import type { RowState } from './use-import.ts';

/** Why a file cannot be read, and what to do. */
export const useFaultText = () => {
  const { t } = useLingui();
  return ({ fault, line }: TableFileError): string =>
    ({
      empty: t`The file is empty.`,
      no_rows: t`The file has a header and no rows.`,
      too_many_rows: t`The file has more than ${MAX_ROWS} rows. Split it.`,
      open_quote: t`From line ${line ?? 0} on the file cannot be read: a quotation mark there is not closed. Correct it, or save the file again as CSV or XLSX.`,
      unreadable: t`The file is neither CSV nor XLSX, or it is damaged. Save it again and choose it.`,
    })[fault];
};

/** What is wrong with a row, in words. */
export const useRowFaultText = ({ fields }: ImportKind) => {
  const { t, i18n } = useLingui();
  return ({ path, fault, line }: RowFault): string => {
    const field = fields.find((one) => one.path === path);
    const label = field ? i18n._(field.label) : path;
    switch (fault) {
      case 'missing':
        return t`${label} is missing`;
      case 'country':
        return t`${label}: give two letters, such as DE`;
      case 'email':
        return t`${label} is no e-mail address`;
      case 'day':
        return t`${label}: give a day such as 2026-12-31 or 31.12.2026`;
      case 'value':
        return t`${label}: give one of ${choices(field?.values ?? {})
          .map((one) => one.label)
          .join(', ')}`;
      case 'duplicate':
        return t`${label}: as in line ${line ?? 0}`;
    }
  };
};

/** What would become of a row, or became of it, in words. */
export const useStateText = (kind: ImportKind) => {
  const { t } = useLingui();
  const faultText = useRowFaultText(kind);
  return ({ faults }: ImportRow, state: RowState): string => {
    switch (state.kind) {
      case 'faulty':
        return faults.map(faultText).join('; ');
      case 'known':
        return t`Exists already`;
      case 'ready':
        return t`Ready`;
      case 'created':
        return t`Created`;
      case 'refused':
        return state.error;
    }
  };
};
