import { useLingui } from '@lingui/react/macro';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { foundQuery, toRecordPath } from '../session/found.ts';
import { useSession } from '../session/session.ts';
import { ADMINISTRATION_PLACES, PLACES } from './pages.ts';

type Entry = { key: string; icon: ReactNode; title: string; note: string; to: string };

const TYPING_MS = 150;

/** Goes to a page or a record by its number, name or batch, or begins a new one. */
export const Palette = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useLingui();
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size="lg" yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t`Command palette`}>{isOpen && <PaletteBody onClose={onClose} />}</Modal.Content>
    </Modal.Root>
  );
};

const useEntries = (text: string): Entry[] => {
  const { t, i18n } = useLingui();
  const { rights } = useSession();
  const [searched] = useDebouncedValue(text.trim(), TYPING_MS);
  const { data: found = [] } = useQuery({
    ...foundQuery(searched),
    enabled: searched.length > 1,
    placeholderData: keepPreviousData,
  });
  const small = text.trim().toLowerCase();
  const places = [...PLACES, ...ADMINISTRATION_PLACES].filter(({ right }) => rights.includes(right));
  const pages: Entry[] = places.map(({ to, label, icon: Icon }) => ({
    key: to,
    icon: <Icon size={16} aria-hidden />,
    title: i18n._(label),
    note: t`Go to`,
    to,
  }));
  const actions: Entry[] = [
    ...(rights.includes('quality-events:write')
      ? [
          {
            key: 'new-event',
            icon: <IconPlus size={16} aria-hidden />,
            title: t`New quality event`,
            note: t`Create`,
            to: '/quality-events/new',
          },
        ]
      : []),
    ...(rights.includes('certificates:write')
      ? [
          {
            key: 'upload-certificates',
            icon: <IconPlus size={16} aria-hidden />,
            title: t`Upload certificates`,
            note: t`Create`,
            to: '/certificates/upload',
          },
        ]
      : []),
  ];
  const importEntry: Entry = {
    key: 'import-records',
    icon: <IconPlus size={16} aria-hidden />,
    title: t`Import records`,
    note: t`Create`,
    to: '/import',
  };
  if (rights.includes('entities:write') || rights.includes('quality-events:write')) actions.push(importEntry);
  const records: Entry[] = (small.length > 1 ? found : []).flatMap(({ id, type, title, subtitle }) => {
    const to = toRecordPath(type, id);
    if (to === null) return [];
    const note = [subtitle, wordFor(RECORD_TYPES, type)].filter(Boolean).join(' · ');
    return [{ key: id, icon: <IconArrowRight size={16} aria-hidden />, title, note, to }];
  });
  return [...records, ...[...pages, ...actions].filter(({ title }) => title.toLowerCase().includes(small))];
};

const PaletteBody = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = useEntries(text);
  const list = useId();
  const at = Math.min(chosen, Math.max(entries.length - 1, 0));

  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    void navigate({ to: entry.to });
  };

  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen(Math.min(at + 1, entries.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(at - 1, 0));
    else if (event.key === 'Enter') go(entries[at]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="palette">
      <TextInput
        size="md"
        variant="unstyled"
        leftSection={<IconSearch size={17} aria-hidden />}
        placeholder={t`Page, number, name or batch`}
        aria-label={t`Page, number, name or batch`}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={entries[at] ? `${list}-${at}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
        data-autofocus
      />
      <div role="listbox" id={list} aria-label={t`Found`} className="palette-list">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys (combobox pattern).
          <div
            key={entry.key}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseMove={() => setChosen(index)}
            onClick={() => go(entry)}
          >
            {entry.icon}
            <span className="palette-title">{entry.title}</span>
            <span className="palette-note">{entry.note}</span>
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="palette-none">{t`Nothing of that name or number.`}</p>}
    </div>
  );
};
