import { type Acting, bringTo, type KnownEvent } from './advance-quality-event.ts';
import type { DemoWriters } from './api.ts';
import { dayFrom } from './day.ts';
import { DEMO_CAPAS, DEMO_QUALITY_EVENTS, type DemoCapa, type DemoQualityEvent } from './quality-event-record.ts';

/** Where the events belong: the ids of suppliers, components and products by their codes. */
type Place = { ids: ReadonlyMap<string, { type: string; id: string }>; qualityPassword: string; now: Date };

/** Those that are there, by title. */
type Known = Map<string, KnownEvent>;

/**
 * Creates the quality events and CAPAs that are missing, and brings each to its state; one that people have moved elsewhere is
 * left alone. The administrator writes and asks for approvals, the quality manager decides and signs.
 */
export const fillQualityEvents = async (writers: DemoWriters, place: Place): Promise<void> => {
  const assignee = (await writers.quality.account.get()).id;
  const acting: Acting = { writers, password: place.qualityPassword, now: place.now };
  // The oldest, since the demo's are made before any other.
  const { data } = await writers.admin.qualityEvents.list({ sort: 'created_at', per_page: 100 }).page(1);
  const known: Known = new Map(data.toReversed().map((event) => [event.title, event]));
  for (const planned of DEMO_QUALITY_EVENTS)
    await ensure(known, planned.title, () => writers.admin.qualityEvents.create(toContent(planned, assignee, place)));
  await Promise.all(DEMO_QUALITY_EVENTS.map((planned) => bringTo(acting, planned, getEvent(known, planned.title))));
  for (const planned of DEMO_CAPAS)
    await ensure(known, planned.title, () =>
      writers.admin.qualityEvents.openCapa(getEvent(known, planned.source).id, toCapa(planned, assignee, place.now)),
    );
  await Promise.all(
    DEMO_CAPAS.map((planned) => bringTo(acting, { ...planned, type: 'capa' }, getEvent(known, planned.title), planned)),
  );
};

const getEvent = (known: Known, title: string): KnownEvent => {
  const event = known.get(title);
  if (event === undefined) throw new Error(`the demo has no quality event "${title}"`);
  return event;
};

const ensure = async (known: Known, title: string, create: () => Promise<KnownEvent>): Promise<void> => {
  if (!known.has(title)) known.set(title, await create());
};

const toContent = (planned: DemoQualityEvent, assignee: string, { ids, now }: Place) => {
  const { type, title, description, category, priority, classification } = planned;
  return {
    type,
    title,
    description,
    category,
    priority,
    classification,
    related_entities: planned.about.map((code) => findRelated(ids, code)),
    assigned_to: assignee,
    due_date: dayFrom(now, planned.due),
    ...planned.more((days) => dayFrom(now, days)),
  };
};

const findRelated = (ids: Place['ids'], code: string) => {
  const related = ids.get(code);
  if (related === undefined) throw new Error(`the demo has no ${code}`);
  return related;
};

const toCapa = (planned: DemoCapa, assignee: string, now: Date) => {
  const { title, description, priority, classification, criteria } = planned;
  const toActions = (wanted: 'corrective' | 'preventive') =>
    planned.actions
      .filter(({ type }) => type === wanted)
      .map(({ description: what, due }) => ({
        description: what,
        assigned_to: assignee,
        due_date: dayFrom(now, due),
      }));
  return {
    title,
    description,
    priority,
    classification,
    assigned_to: assignee,
    due_date: dayFrom(now, planned.due),
    effectiveness_criteria: criteria,
    corrective_actions: toActions('corrective'),
    preventive_actions: toActions('preventive'),
  };
};
