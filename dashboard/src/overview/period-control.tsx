import { useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import type { Period } from './overview.queries.ts';

type Props = { period: Period; onPeriod: (next: Period) => void };

/** The choice of how far back figures are counted. */
export const PeriodControl = ({ period, onPeriod }: Props) => {
  const { t } = useLingui();
  return (
    <SegmentedControl
      aria-label={t`Period`}
      data={[
        { value: '30d', label: t`30 days` },
        { value: '90d', label: t`90 days` },
        { value: '1y', label: t`One year` },
      ]}
      value={period}
      onChange={(next) => onPeriod(next as Period)}
    />
  );
};
