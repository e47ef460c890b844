import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import { CodeBlock } from './code-block.tsx';
import { EVENT_NAMES, type EventName, eventWhen, examplePayload } from './event-catalogue.ts';

type Props = { value: readonly EventName[]; error?: string | undefined; onChange: (events: EventName[]) => void };

/** Chooses events out of the catalogue; each shows an example of what is sent. */
export const EventChoice = ({ value, error, onChange }: Props) => {
  const { t, i18n } = useLingui();
  return (
    <Checkbox.Group
      label={t`Events`}
      error={error}
      value={[...value]}
      onChange={(chosen) => onChange(EVENT_NAMES.filter((name) => chosen.includes(name)))}
      withAsterisk
    >
      <ul className="event-choice">
        {EVENT_NAMES.map((name) => (
          <li key={name}>
            <Checkbox value={name} label={<span className="mono">{name}</span>} description={i18n._(eventWhen(name))} />
            <details>
              <summary>
                <Trans>Example</Trans>
                <span className="visually-hidden"> {name}</span>
              </summary>
              <CodeBlock label={t`Example of ${name}`} code={examplePayload(name)} />
            </details>
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  );
};
