import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { Part } from '../ui/part.tsx';
import { Status } from '../ui/status.tsx';
import { Due } from '../ui/time.tsx';
import { Actions } from './actions.tsx';
import { isEnded } from './event-filters.ts';
import { NewCapaDialog } from './new-capa.tsx';
import type { QualityEvent } from './quality-event.queries.ts';

/** The CAPAs of an event with their actions, worked on in place. */
export const Capas = ({ event, query }: { event: QualityEvent; query: UseQueryResult<QualityEvent[]> }) => {
  const { t } = useLingui();
  const mayOpen = useRight('quality-events:write') && !isEnded(event);
  const [isOpening, setOpening] = useState(false);
  const opener = mayOpen && (
    <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpening(true)}>
      <Trans>Open a CAPA</Trans>
    </Button>
  );
  return (
    <>
      <Part query={query} lines={4}>
        {(capas) =>
          capas.length === 0 ? (
            <Empty title={t`No CAPA yet`} action={opener}>
              <Trans>
                A CAPA holds the corrective and preventive actions, has a number of its own, and closes before this
                event does.
              </Trans>
            </Empty>
          ) : (
            <>
              {capas.map((capa) => (
                <section key={capa.id} className="capa" aria-label={capa.number}>
                  <Group justify="space-between" wrap="nowrap" align="flex-start" mb={6}>
                    <div>
                      <Link
                        to="/quality-events/$eventId"
                        params={{ eventId: capa.id }}
                        preload={false}
                        className="capa-name"
                      >
                        <span className="mono">{capa.number}</span> {capa.title}
                      </Link>
                      <div className="record-line">
                        <Status state={capa.status} />
                        <Due value={capa.due_date} isDone={isEnded(capa)} />
                      </div>
                    </div>
                  </Group>
                  <Actions capa={capa} />
                </section>
              ))}
              {opener}
            </>
          )
        }
      </Part>
      {isOpening && <NewCapaDialog event={event} onClose={() => setOpening(false)} />}
    </>
  );
};
