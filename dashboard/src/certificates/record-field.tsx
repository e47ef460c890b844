import { useLingui } from '@lingui/react/macro';
import { CloseButton, InputLabel } from '@mantine/core';
import { useRecordNames } from '../ui/record-names.ts';
import { RelatedPicker } from '../ui/related-picker.tsx';

type Props = {
  label: string;
  kinds: readonly string[];
  value: string | null;
  onChange: (id: string | null) => void;
};

/** Chooses one record, and shows the one that is chosen. */
export const RecordField = ({ label, kinds, value, onChange }: Props) => {
  const { t } = useLingui();
  const names = useRecordNames([value]);
  if (value === null)
    return <RelatedPicker label={label} kinds={kinds} exclude={[]} onPick={({ id }) => onChange(id)} />;
  const name = names(value);
  return (
    <div>
      <InputLabel component="div" size="xs">
        {label}
      </InputLabel>
      <div className="chosen">
        <span className="ellipsis" title={name}>
          {name}
        </span>
        <CloseButton size="sm" aria-label={t`Choose another: ${label}`} onClick={() => onChange(null)} />
      </div>
    </div>
  );
};
