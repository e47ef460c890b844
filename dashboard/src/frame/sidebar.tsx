import { Trans, useLingui } from '@lingui/react/macro';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../session/session.ts';
import { usePlace } from '../ui/time.tsx';
import { PLACES, type Place } from './pages.ts';

type Props = {
  counts: Readonly<Partial<Record<Place['to'], number>>>;
  onGo?: (() => void) | undefined;
  brand?: string;
};

/** The subjects of the dashboard; a count stands only where somebody must act. */
export const Sidebar = ({ counts, onGo, brand }: Props) => {
  const { t, i18n } = useLingui();
  const { rights } = useSession();
  const { zone } = usePlace();
  return (
    <nav className="rail" aria-label={t`Main`}>
      {brand && <div className="brand">{brand}</div>}
      <ul>
        {PLACES.filter(({ right }) => rights.includes(right)).map(({ to, label, icon: Icon }) => {
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
      <Foot>{t`Times in ${zone}`}</Foot>
    </nav>
  );
};

const Foot = ({ children }: { children: ReactNode }) => <p className="rail-foot">{children}</p>;
