import type { QualityEventType } from '@qsc/contracts';

/** What recommendations are made from. */
export type Situation = {
  type: QualityEventType;
  classification: string | null;
  reportable: boolean;
  jurisdictions: readonly string[];
  patient_impact: string | null;
  direct_products: number;
  indirect_products: number;
  released_batches: number;
  held_batches: number;
  unknown_batches: number;
  related_suppliers: number;
  shared_suppliers: number;
  has_root_cause: boolean;
};

type Rule = { when: (situation: Situation) => boolean; action: (situation: Situation) => string };

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

const isSevere = ({ classification }: Situation): boolean =>
  classification === 'critical' || classification === 'major';

const IN_NEED_OF_CAPA: ReadonlySet<QualityEventType> = new Set(['deviation', 'complaint', 'audit_finding']);

/** What to do, most urgent first: each row with the condition that it is recommended under. */
const RULES: readonly Rule[] = [
  {
    when: ({ reportable }) => reportable,
    action: ({ jurisdictions }) =>
      jurisdictions.length > 0
        ? `Report to the authorities within their time limits: ${jurisdictions.join(', ')}.`
        : 'Report to the competent authorities within their time limits.',
  },
  {
    when: ({ reportable, released_batches }) => reportable && released_batches > 0,
    action: ({ released_batches }) =>
      `Decide on a recall of ${count(released_batches, 'released batch', 'released batches')}.`,
  },
  {
    when: ({ reportable, released_batches }) => !reportable && released_batches > 0,
    action: ({ released_batches }) =>
      `Review the release of ${count(released_batches, 'batch', 'batches')}, and inform customers where quality may be affected.`,
  },
  {
    when: ({ held_batches }) => held_batches > 0,
    action: ({ held_batches }) =>
      `Do not release ${count(held_batches, 'batch', 'batches')} until the event is closed.`,
  },
  {
    when: ({ unknown_batches }) => unknown_batches > 0,
    action: ({ unknown_batches }) =>
      `Find out the status of ${count(unknown_batches, 'batch', 'batches')} that nothing is known of.`,
  },
  {
    when: ({ direct_products }) => direct_products > 0,
    action: ({ direct_products }) =>
      `Assess the quality of ${count(direct_products, 'product')} that the event affects directly.`,
  },
  {
    when: (situation) => situation.indirect_products > 0 && isSevere(situation),
    action: ({ indirect_products }) =>
      `Extend the investigation to ${count(indirect_products, 'product')} that the event affects indirectly.`,
  },
  {
    when: (situation) => situation.related_suppliers > 0 && isSevere(situation),
    action: ({ related_suppliers }) =>
      `Review the qualification of ${count(related_suppliers, 'supplier')} that the event is about.`,
  },
  {
    when: ({ shared_suppliers }) => shared_suppliers > 0,
    action: ({ shared_suppliers }) =>
      `Inform ${count(shared_suppliers, 'supplier')} of what the event affects, and ask for their assessment.`,
  },
  {
    when: ({ patient_impact }) => patient_impact === null || patient_impact.trim().toLowerCase() === 'unknown',
    action: () => 'Assess the impact on patients.',
  },
  {
    when: (situation) => !situation.has_root_cause && isSevere(situation),
    action: () => 'Find the root cause.',
  },
  {
    when: (situation) => IN_NEED_OF_CAPA.has(situation.type) && isSevere(situation),
    action: () => 'Open a CAPA for the event, unless one is open.',
  },
];

/** What to do in a situation, most urgent first. */
export const recommendedActions = (situation: Situation): string[] =>
  RULES.filter(({ when }) => when(situation)).map(({ action }) => action(situation));
