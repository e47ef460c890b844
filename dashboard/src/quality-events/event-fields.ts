import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CLASSIFICATIONS, choices, fieldName, OUTCOMES, PATIENT_IMPACTS, PRIORITIES } from '../i18n/vocabulary.ts';
import type { FieldSpec } from '../ui/fields.tsx';

const KINDS: Readonly<Record<string, Omit<FieldSpec, 'path' | 'label'>>> = {
  title: { kind: 'text' },
  description: { kind: 'long' },
  category: { kind: 'text' },
  rejection_reason: { kind: 'long' },
  assigned_to: { kind: 'person' },
  due_date: { kind: 'day' },
  'root_cause.category': { kind: 'text' },
  'root_cause.description': { kind: 'long' },
  'root_cause.identified_date': { kind: 'day' },
  'impact_assessment.products_affected': { kind: 'tags' },
  'impact_assessment.batches_affected': { kind: 'tags' },
  'impact_assessment.regulatory_reportable': { kind: 'yes_no' },
  'audit_details.audit_type': { kind: 'text' },
  'audit_details.audit_date': { kind: 'day' },
  'audit_details.auditor': { kind: 'text' },
  'audit_details.audit_reference': { kind: 'text' },
  'audit_details.area': { kind: 'text' },
  response_due_date: { kind: 'day' },
  effectiveness_criteria: { kind: 'long' },
  'effectiveness_check.due_date': { kind: 'day' },
  'effectiveness_check.results': { kind: 'long' },
};

const CHOICES: Readonly<Record<string, () => FieldSpec['choices']>> = {
  priority: () => choices(PRIORITIES),
  classification: () => choices(CLASSIFICATIONS),
  'impact_assessment.patient_impact': () => choices(PATIENT_IMPACTS),
  'effectiveness_check.outcome': () => choices(OUTCOMES),
};

/** How a field of a quality event is shown and typed, by its path; one that nobody knows is a text. */
export const eventField = (path: string, isRequired = false): FieldSpec => {
  const list = CHOICES[path]?.();
  const kind = list ? { kind: 'choice' as const, choices: list } : (KINDS[path] ?? { kind: 'text' as const });
  return { path, label: fieldName(path), ...kind, isRequired };
};

const fields = (...paths: string[]): FieldSpec[] => paths.map((path) => eventField(path));

/** Fields of a section whose title says what they are about. */
const shortFields = (labels: Readonly<Record<string, MessageDescriptor>>): FieldSpec[] =>
  Object.entries(labels).map(([path, label]) => ({ ...eventField(path), label: i18n._(label) }));

export type SectionSpec = { name: string; title: string; specs: FieldSpec[] };

/** The sections of a record's details, by the type of the event. */
export const detailSections = (type: string): SectionSpec[] => [
  { name: 'description', title: i18n._(msg`Description`), specs: fields('description') },
  ...(type === 'audit_finding'
    ? [
        {
          name: 'audit',
          title: i18n._(msg`Audit`),
          specs: shortFields({
            'audit_details.audit_type': msg`Type`,
            'audit_details.audit_date': msg`Date`,
            'audit_details.auditor': msg`Auditor`,
            'audit_details.audit_reference': msg`Reference`,
            'audit_details.area': msg`Area`,
            response_due_date: msg`Response due`,
          }),
        },
      ]
    : []),
  ...(type === 'capa'
    ? [
        {
          name: 'effectiveness',
          title: i18n._(msg`Effectiveness`),
          specs: shortFields({
            effectiveness_criteria: msg`Criteria`,
            'effectiveness_check.due_date': msg`Check due`,
            'effectiveness_check.outcome': msg`Outcome`,
            'effectiveness_check.results': msg`Results`,
          }),
        },
      ]
    : []),
  {
    name: 'root-cause',
    title: i18n._(msg`Root cause`),
    specs: shortFields({
      'root_cause.category': msg`Category`,
      'root_cause.identified_date': msg`Identified on`,
      'root_cause.description': msg`Description`,
    }),
  },
  {
    name: 'impact',
    title: i18n._(msg`Impact assessment`),
    specs: shortFields({
      'impact_assessment.patient_impact': msg`On patients`,
      'impact_assessment.regulatory_reportable': msg`Reportable`,
      'impact_assessment.products_affected': msg`Products`,
      'impact_assessment.batches_affected': msg`Batches`,
    }),
  },
];

/** What stands beside the details of every event. */
export const propertySpecs = (): FieldSpec[] => [
  eventField('title', true),
  ...fields('classification', 'priority', 'category', 'assigned_to', 'due_date'),
];
