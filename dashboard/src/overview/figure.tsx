import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type To = '/quality-events' | '/suppliers' | '/certificates';

type Props = { label: ReactNode; value: ReactNode; to?: To; search?: Record<string, string> };

/** A figure with its label; where it counts a list, it leads there. */
export const Figure = ({ label, value, to, search = {} }: Props) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd>
      {to ? (
        <Link to={to} search={search}>
          {value}
        </Link>
      ) : (
        value
      )}
    </dd>
  </div>
);

/** A part of the overview under its heading. */
export const FigureBlock = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="overview-block" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
