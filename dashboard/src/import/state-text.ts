import { useLingui } from '@lingui/react/macro';
import type { ImportRow } from './import-row.ts';
import type { ImportKind } from './kind.ts';
import type { RowState } from './use-import.ts';
import { useRowFaultText } from './words.ts';

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
