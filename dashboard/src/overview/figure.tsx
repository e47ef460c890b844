import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type To = '/quality-events' | '/suppliers' | '/certificates';

type Props = { label: ReactNode; value: number | null; to?: To; search?: Record<string, string> };

/** A figure with its label; where it counts a list, it leads there. */
export const Figure = ({ label, value, to, search = {} }: Props) => {
  const { i18n } = useLingui();
  const text = value === null ? '–' : i18n.number(value);
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>
        {to ? (
          <Link to={to} search={search}>
            {text}
          </Link>
        ) : (
          text
        )}
      </dd>
    </div>
  );
};

/** A part of the overview under its heading. */
export const FigureBlock = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="overview-block" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
