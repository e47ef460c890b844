import { Trans, useLingui } from '@lingui/react/macro';
import {
  Button,
  Checkbox,
  CloseButton,
  Group,
  Menu,
  Popover,
  Radio,
  ScrollArea,
  Stack,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RECORD_TYPES } from '../../i18n/vocabulary.ts';
import { dayIn, endOfDay, formatDay, formatInstant, startOfDay } from '../day.ts';
import { useNames } from '../people.tsx';
import { PersonSelect } from '../person-select.tsx';
import { useRecordNames } from '../record-names.ts';
import { RelatedPicker } from '../related-picker.tsx';
import { usePlace } from '../time.tsx';
import { type ListSearch, valuesIn } from './search.ts';

/** A filter that the list of the API takes. */
export type FilterSpec = {
  name: string;
  label: string;
  /**
   * `from` and `until` are instants, chosen as the first and last one of a day; `single` is one of the choices, `record` a
   * record whose name is looked up unless it is among the choices.
   */
  kind: 'choice' | 'single' | 'person' | 'record' | 'day' | 'from' | 'until' | 'flag' | 'text';
  choices?: readonly { value: string; label: string }[];
  /** The kinds of record that a filter of one takes; any unless given. */
  records?: readonly string[];
};

type Props = {
  filters: readonly FilterSpec[];
  search: ListSearch;
  onChange: (change: ListSearch) => void;
  /** What the search field finds; a list without one has no field. */
  placeholder?: string;
  children?: ReactNode;
};

const TYPING_MS = 250;

/** The search field, the filters in force as chips, the menu of further ones, and what stands at the end of the line. */
export const FilterBar = ({ filters, search, onChange, placeholder, children }: Props) => {
  const [added, setAdded] = useState<string | null>(null);
  const shown = filters.filter(({ name }) => search[name] !== undefined || name === added);
  const rest = filters.filter((filter) => !shown.includes(filter));
  return (
    <Group gap="xs" mb="sm" className="filter-bar">
      {placeholder && (
        <SearchField
          value={String(search.q ?? '')}
          onChange={(q) => onChange({ q: q || undefined })}
          placeholder={placeholder}
        />
      )}
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={search[filter.name]}
          isOpened={filter.name === added}
          onChange={(value) => onChange({ [filter.name]: value || undefined })}
          onRemove={() => {
            setAdded(null);
            onChange({ [filter.name]: undefined });
          }}
          onClose={() => setAdded(null)}
        />
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button variant="subtle" color="gray" leftSection={<IconPlus size={14} aria-hidden />}>
              <Trans>Filter</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ name, label, kind }) => (
              <Menu.Item key={name} onClick={() => (kind === 'flag' ? onChange({ [name]: 'true' }) : setAdded(name))}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {children && <div className="filter-end">{children}</div>}
    </Group>
  );
};

/** What is searched for, given on after a pause in typing; `onChange` is the same function at each call. */
export const SearchField = ({
  value,
  onChange,
  placeholder,
  width = 280,
}: {
  value: string;
  onChange: (text: string) => void;
  placeholder: string;
  width?: number;
}) => {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      onChange(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <TextInput
      type="search"
      data-search
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      w={width}
      maw="100%"
    />
  );
};

type ChipProps = {
  filter: FilterSpec;
  value: unknown;
  isOpened: boolean;
  onChange: (value: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

const Chip = ({ filter, value, isOpened, onChange, onRemove, onClose }: ChipProps) => {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(isOpened);
  const words = useWords(filter, value);
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) onClose();
  };
  return (
    <span className="chip">
      {filter.kind === 'flag' ? (
        <span className="chip-text">{filter.label}</span>
      ) : (
        <Popover opened={isOpen} onChange={change} position="bottom-start" trapFocus shadow="md" withRoles={false}>
          <Popover.Target>
            <button type="button" className="chip-text" aria-expanded={isOpen} onClick={() => change(!isOpen)}>
              {words ? `${filter.label}: ${words}` : filter.label}
            </button>
          </Popover.Target>
          <Popover.Dropdown p="xs" role="dialog" aria-label={filter.label}>
            <FilterControl filter={filter} value={value} onChange={onChange} />
          </Popover.Dropdown>
        </Popover>
      )}
      <CloseButton size={18} iconSize={12} aria-label={t`Remove the filter ${filter.label}`} onClick={onRemove} />
    </span>
  );
};

const useWords = ({ kind, choices = [] }: FilterSpec, value: unknown): string => {
  const names = useNames();
  const place = usePlace();
  const values = valuesIn(value);
  const isNamed = (one: string) => choices.some((choice) => choice.value === one);
  const records = useRecordNames(kind === 'record' ? values.filter((one) => !isNamed(one)) : []);
  if (kind === 'person') return values.map(names).join(', ');
  const [first = ''] = values;
  if (['day', 'from', 'until'].includes(kind) && Number.isNaN(Date.parse(first))) return first;
  if (kind === 'day') return formatDay(first, place.locale);
  if (kind === 'from' || kind === 'until') return formatInstant(first, place);
  return values.map((one) => choices.find((choice) => choice.value === one)?.label ?? records(one)).join(', ');
};

const FIRST_DAY = '1900-01-01';

/** A day as it is typed: a date field reports a day at each digit of the year. */
const DayInput = ({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) => {
  const [typed, setTyped] = useState(day);
  return (
    <TextInput
      type="date"
      aria-label={label}
      min={FIRST_DAY}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value === '' || value >= FIRST_DAY) onDay(value);
      }}
    />
  );
};

const FilterControl = ({
  filter,
  value,
  onChange,
}: {
  filter: FilterSpec;
  value: unknown;
  onChange: (value: string) => void;
}) => {
  const { kind, choices = [], records = Object.keys(RECORD_TYPES), label } = filter;
  const { zone } = usePlace();
  const values = valuesIn(value);
  if (kind === 'person')
    return (
      <PersonSelect
        aria-label={label}
        value={values[0] ?? null}
        onChange={(id) => onChange(id ?? '')}
        comboboxProps={{ withinPortal: false }}
        w={240}
      />
    );
  if (kind === 'day') return <DayInput label={label} day={values[0] ?? ''} onDay={onChange} />;
  if (kind === 'from' || kind === 'until') {
    const toInstant = kind === 'from' ? startOfDay : endOfDay;
    const isInstant = !Number.isNaN(Date.parse(values[0] ?? ''));
    return (
      <DayInput
        label={label}
        day={isInstant ? dayIn(zone, new Date(values[0] ?? '')) : ''}
        onDay={(day) => onChange(day && toInstant(day, zone))}
      />
    );
  }
  if (kind === 'record')
    return (
      <RelatedPicker
        label={label}
        kinds={records}
        exclude={values}
        onPick={({ id }) => onChange(id)}
        comboboxProps={{ withinPortal: false }}
        w={300}
      />
    );
  if (kind === 'single')
    return (
      <Radio.Group aria-label={label} value={values[0] ?? null} onChange={onChange}>
        <Stack gap={8}>
          {choices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </Stack>
      </Radio.Group>
    );
  if (kind === 'text')
    return (
      <TextInput
        aria-label={label}
        defaultValue={values.join(',')}
        onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value)}
        onBlur={(event) => onChange(event.currentTarget.value)}
      />
    );
  const toggle = (one: string, isOn: boolean) =>
    onChange((isOn ? [...values, one] : values.filter((other) => other !== one)).join(','));
  return (
    <ScrollArea.Autosize mah={300}>
      <Stack gap={8}>
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            checked={values.includes(choice.value)}
            onChange={(event) => toggle(choice.value, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
};
