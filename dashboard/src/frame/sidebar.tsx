import { Trans, useLingui } from '@lingui/react/macro';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../session/session.ts';
import { usePlace } from '../ui/time.tsx';
import { ADMINISTRATION_PLACES, PLACES, type Place } from './pages.ts';

type Props = {
  counts: Readonly<Partial<Record<Place['to'], number>>>;
  onGo?: (() => void) | undefined;
  brand?: string;
};

/** The subjects of the dashboard, and the administration below them. */
export const Sidebar = ({ counts, onGo, brand }: Props) => {
  const { t } = useLingui();
  const { rights } = useSession();
  const { zone } = usePlace();
  const permitted = (places: readonly Place[]) => places.filter(({ right }) => rights.includes(right));
  const administration = permitted(ADMINISTRATION_PLACES);
  return (
    <nav className="rail" aria-label={t`Main`}>
      {brand && <div className="brand">{brand}</div>}
      <Places places={permitted(PLACES)} counts={counts} onGo={onGo} />
      {administration.length > 0 && (
        <>
          <h2 className="rail-heading">
            <span>
              <Trans>Administration</Trans>
            </span>
          </h2>
          <Places places={administration} counts={counts} onGo={onGo} />
        </>
      )}
      <Foot>{t`Times in ${zone}`}</Foot>
    </nav>
  );
};

/** Links to places; a count stands only where somebody must act. */
const Places = ({ places, counts, onGo }: Omit<Props, 'brand'> & { places: readonly Place[] }) => {
  const { i18n } = useLingui();
  return (
    <ul>
      {places.map(({ to, label, icon: Icon }) => {
        const name = i18n._(label);
        const count = counts[to] ?? 0;
        return (
          <li key={to}>
            <Tooltip label={name} position="right" className="rail-tip">
              <Link
                to={to}
                className="rail-link"
                activeOptions={{ exact: to === '/', includeSearch: false }}
                onClick={onGo}
              >
                <Icon size={18} stroke={1.75} aria-hidden />
                <span className="rail-name">{name}</span>
                {count > 0 && (
                  <span className="rail-count">
                    {count}
                    <span className="visually-hidden">
                      {' '}
                      <Trans>waiting for you</Trans>
                    </span>
                  </span>
                )}
              </Link>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
};

const Foot = ({ children }: { children: ReactNode }) => <p className="rail-foot">{children}</p>;
