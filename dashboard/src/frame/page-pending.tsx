import { Lines } from '../ui/part.tsx';

/** Stands in the place of a page while its first data come. */
export const PagePending = () => (
  <div className="page">
    <Lines count={8} />
  </div>
);
