import type { ReactNode } from 'react';

/** A named value of a list of facts; a dash where there is none. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || <span className="none">–</span>}</dd>
  </div>
);
