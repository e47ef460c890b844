import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';

const STORED = 'qsc-review-split';
const FIRST = 60;
const [LEAST, MOST] = [25, 75];
const STEP = 5;

const within = (share: number): number => Math.round(Math.min(MOST, Math.max(LEAST, share)));

const storedShare = (): number => {
  const share = Number(localStorage.getItem(STORED));
  return share >= LEAST && share <= MOST ? share : FIRST;
};

/** Two parts beside each other; what is between them is pulled, or moved by the arrow keys. Narrow windows show them one below the other. */
export const SplitView = ({ left, right }: { left: ReactNode; right: ReactNode }) => {
  const { t } = useLingui();
  const whole = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(storedShare);
  const change = (next: number) => {
    setShare(within(next));
    localStorage.setItem(STORED, String(within(next)));
  };
  const pull = ({ clientX, buttons }: PointerEvent) => {
    if (buttons === 0 || !whole.current) return;
    const { left: start, width } = whole.current.getBoundingClientRect();
    change(((clientX - start) / width) * 100);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') change(share - STEP);
    else if (event.key === 'ArrowRight') change(share + STEP);
    else return;
    event.preventDefault();
  };
  return (
    <div className="split" ref={whole} style={{ '--split': `${share}%` } as CSSProperties}>
      <div className="split-left">{left}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that is moved (ARIA window splitter). */}
      <div
        className="splitter"
        role="separator"
        aria-orientation="vertical"
        aria-label={t`Width of the document`}
        aria-valuenow={share}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={pull}
        onDoubleClick={() => change(FIRST)}
        onKeyDown={press}
      />
      <div className="split-right">{right}</div>
    </div>
  );
};
