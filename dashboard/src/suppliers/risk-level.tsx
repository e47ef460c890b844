import { IconAlertTriangle, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { RISK_LEVELS, wordFor } from '../i18n/vocabulary.ts';

const LOOKS = {
  critical: { meaning: 'bad', Icon: IconCircleXFilled },
  high: { meaning: 'bad', Icon: IconAlertTriangle },
  medium: { meaning: 'soon', Icon: IconAlertTriangle },
  low: { meaning: 'good', Icon: IconCircleCheckFilled },
} as const;

/** A level of risk as icon, word and score. */
export const RiskLevel = ({
  level,
  score,
}: {
  level: string | null | undefined;
  score?: number | null | undefined;
}) => {
  if (!level) return <span className="none">–</span>;
  const look = LOOKS[level as keyof typeof LOOKS] ?? LOOKS.medium;
  return (
    <span className={`status status-${look.meaning}`}>
      <look.Icon size={15} stroke={2} aria-hidden />
      {wordFor(RISK_LEVELS, level)}
      {score !== null && score !== undefined && <span className="score">{score}</span>}
    </span>
  );
};
