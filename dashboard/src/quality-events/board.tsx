import './board.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EVENT_TYPES, STATES, wordFor } from '../i18n/vocabulary.ts';
import { Classification } from '../ui/classification.tsx';
import { type ListSearch, valuesIn } from '../ui/list/search.ts';
import { Part } from '../ui/part.tsx';
import { Person } from '../ui/people.tsx';
import { Status } from '../ui/status.tsx';
import { Due } from '../ui/time.tsx';
import { isEnded, OPEN_STATUSES } from './event-filters.ts';
import { boardColumnQuery, type QualityEvent } from './quality-event.queries.ts';

/** The events that fit the filters, a column for each state; those that are due first on top. */
export const Board = ({ search, onList }: { search: ListSearch; onList: (search: ListSearch) => void }) => {
  const { t, i18n } = useLingui();
  const chosen = valuesIn(search.status);
  const states = chosen.length > 0 ? chosen : [...OPEN_STATUSES];
  const columns = useQueries({ queries: states.map((status) => boardColumnQuery(search, status)) });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className="board" tabIndex={0} aria-label={t`Quality events by state`}>
      {states.map((status, index) => {
        const query = columns[index];
        if (!query) return null;
        const total = query.data?.meta.total;
        return (
          <section key={status} className="board-column" aria-label={wordFor(STATES, status)}>
            <h2 className="board-head">
              <Status state={status} />
              {total !== undefined && <span className="none">{i18n.number(total)}</span>}
            </h2>
            <Part query={query} lines={4}>
              {({ data, meta }) => (
                <ul className="board-cards">
                  {data.map((event) => (
                    <Card key={event.id} event={event} />
                  ))}
                  {meta.total > data.length && (
                    <li>
                      <button type="button" className="board-more" onClick={() => onList({ ...search, status })}>
                        <Trans>Show all {meta.total} in the list</Trans>
                      </button>
                    </li>
                  )}
                </ul>
              )}
            </Part>
          </section>
        );
      })}
    </section>
  );
};

const Card = ({ event }: { event: QualityEvent }) => {
  const { id, number, title, type, classification, due_date, assigned_to } = event;
  return (
    <li className="board-card">
      <div className="board-line">
        <Link to="/quality-events/$eventId" params={{ eventId: id }} className="mono" preload={false}>
          {number}
        </Link>
        <span className="none">{wordFor(EVENT_TYPES, type)}</span>
      </div>
      <p className="board-title" title={title}>
        {title}
      </p>
      <div className="board-line">
        {classification && <Classification value={classification} />}
        {due_date && <Due value={due_date} isDone={isEnded(event)} />}
      </div>
      {assigned_to && (
        <div className="board-line none">
          <Person id={assigned_to} />
        </div>
      )}
    </li>
  );
};
