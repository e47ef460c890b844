import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { Sheet } from './document.ts';
import type { Place } from './document-viewer.tsx';

type Props = {
  sheet: Sheet;
  number: number;
  count: number;
  zoom: number;
  places: readonly Place[];
  lit: string | null;
  onPick?: ((key: string) => void) | undefined;
  scroller: RefObject<HTMLElement | null>;
};

/** Further pixels are not seen, and cost memory. */
const MOST_PIXELS_WIDE = 3_000;
const NEAR = '800px';

/** One page: drawn when it comes near, with the places of its values on top. */
export const PageSheet = ({ sheet, number, count, zoom, places, lit, onPick, scroller }: Props) => {
  const { t } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useNear(frame, scroller);
  const [isDrawn, setDrawn] = useState(false);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    const target = canvas.current;
    if (!isNear || !target || !frame.current) return;
    target.width = Math.min(Math.round(frame.current.clientWidth * zoom * devicePixelRatio), MOST_PIXELS_WIDE);
    const { done, cancel } = sheet.draw(target);
    done.then(() => setDrawn(true)).catch(setError);
    return cancel;
  }, [isNear, sheet, zoom]);

  return (
    <div className="sheet-frame" ref={frame}>
      <div className="sheet" style={{ width: `${zoom * 100}%`, aspectRatio: `${sheet.width} / ${sheet.height}` }}>
        <canvas ref={canvas} role="img" aria-label={t`Page ${number} of ${count}`} data-drawn={isDrawn || undefined} />
        {error !== null && (
          <ErrorNotice
            error={error}
            message={t`This page cannot be shown. Download the document and open it in another program.`}
          />
        )}
        {places.map(({ key, label, box }) => (
          <PlaceMark
            key={key}
            label={label}
            box={box}
            isLit={key === lit}
            onPick={onPick && (() => onPick(key))}
            scroller={scroller}
          />
        ))}
      </div>
    </div>
  );
};

type MarkProps = {
  label: string;
  box: readonly number[];
  isLit: boolean;
  onPick?: (() => void) | undefined;
  scroller: RefObject<HTMLElement | null>;
};

const percent = (share = 0): string => `${share * 100}%`;

/** The place of a value. The keyboard reaches it through the value itself. */
const PlaceMark = ({ label, box: [left, top, width, height], isLit, onPick, scroller }: MarkProps) => {
  const mark = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isLit && mark.current && scroller.current) bringIntoView(mark.current, scroller.current);
  }, [isLit, scroller]);
  return (
    <button
      ref={mark}
      type="button"
      tabIndex={-1}
      className="place"
      aria-label={label}
      title={label}
      data-lit={isLit || undefined}
      style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
      onClick={onPick}
    />
  );
};

/** Scrolls only the pages, and only where the place is not wholly seen. */
const bringIntoView = (mark: HTMLElement, scroller: HTMLElement): void => {
  const [place, view] = [mark.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (place.top >= view.top && place.bottom <= view.bottom && place.left >= view.left && place.right <= view.right)
    return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scroller.scrollBy({
    top: place.top - view.top - (view.height - place.height) / 2,
    left: place.left < view.left || place.right > view.right ? place.left - view.left - 24 : 0,
    behavior: isStill ? 'instant' : 'smooth',
  });
};

const useNear = (frame: RefObject<HTMLDivElement | null>, scroller: RefObject<HTMLElement | null>): boolean => {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!frame.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      root: scroller.current,
      rootMargin: NEAR,
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [frame, scroller]);
  return isNear;
};
