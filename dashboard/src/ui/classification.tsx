import { CLASSIFICATIONS, wordFor } from '../i18n/vocabulary.ts';

const WEIGHTS: Readonly<Record<string, number>> = { critical: 3, major: 2, minor: 1, observation: 0 };

/** How grave an event is: a weighted bar and the word, apart from the colours of states. */
export const Classification = ({ value }: { value: string | null | undefined }) => {
  if (!value) return <span className="none">–</span>;
  return (
    <span className="classification">
      <span className="weight" aria-hidden>
        {[1, 2, 3].map((step) => (
          <i key={step} data-on={step <= (WEIGHTS[value] ?? 0) || undefined} />
        ))}
      </span>
      {wordFor(CLASSIFICATIONS, value)}
    </span>
  );
};
