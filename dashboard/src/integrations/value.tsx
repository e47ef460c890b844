import { valueText } from './words.ts';

/** A value of either side as a line of text. */
export const Value = ({ value }: { value: unknown }) => {
  const text = valueText(value);
  return text === '' ? <span className="none">–</span> : <span className="integration-value">{text}</span>;
};
