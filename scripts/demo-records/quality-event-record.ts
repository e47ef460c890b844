import type { Classification, Priority, QualityEventType } from '@qsc/contracts';

/** A state of the shipped workflows. */
export type DemoState =
  | 'draft'
  | 'submitted'
  | 'investigation'
  | 'root_cause_identified'
  | 'action_planning'
  | 'pending_approval'
  | 'implementation'
  | 'verification'
  | 'closed'
  | 'rejected';

/** What is known of a quality event; days count from today, past ones are negative. */
type DemoContent = {
  title: string;
  description: string;
  priority: Priority;
  classification: Classification;
  due: number;
  /** How far it is brought. */
  state: DemoState;
};

export type DemoQualityEvent = DemoContent & {
  type: Exclude<QualityEventType, 'capa'>;
  category: string;
  /** Codes of the suppliers, components and products that it is about. */
  about: readonly string[];
  rootCause: { category: string; description: string } | null;
  rejectionReason: string | null;
  /** Fields that not every event has; days in them count from today too. */
  more: (day: (days: number) => string) => object;
};

export type DemoAction = {
  type: 'corrective' | 'preventive';
  description: string;
  due: number;
  status: 'open' | 'in_progress' | 'completed' | 'verified' | 'cancelled';
  notes: string;
};

export type DemoCapa = DemoContent & {
  /** The title of the event that it is opened for. */
  source: string;
  actions: readonly DemoAction[];
  criteria: string;
  /** What the check of its effectiveness found; null as long as nobody has checked. */
  results: string | null;
};

type PlannedEvent = Pick<DemoQualityEvent, 'type' | 'title' | 'description' | 'category' | 'about' | 'due' | 'state'>;

const event = (planned: PlannedEvent & Partial<DemoQualityEvent>): DemoQualityEvent => ({
  priority: 'medium',
  classification: 'minor',
  rootCause: null,
  rejectionReason: null,
  more: () => ({}),
  ...planned,
});

/** Deviations, complaints, audit findings and change requests, in every state. */
export const DEMO_QUALITY_EVENTS: readonly DemoQualityEvent[] = [
  event({
    type: 'deviation',
    title: 'Torn inner liner in two drums of citric acid',
    description: 'At goods receipt the inner liner of drums 4 and 9 was torn. Both drums are in quarantine.',
    category: 'goods_receipt',
    about: ['SUP-1003', 'CMP-CIT'],
    priority: 'low',
    due: 40,
    state: 'draft',
  }),
  event({
    type: 'deviation',
    title: 'Temperature excursion of cellulose during sea freight',
    description: 'The data logger shows 41 °C for nine hours; the limit of the transport agreement is 30 °C.',
    category: 'transport',
    about: ['SUP-1005', 'CMP-MCC'],
    due: 25,
    state: 'submitted',
  }),
  event({
    type: 'deviation',
    title: 'Caffeine anhydrous CF24551 out of specification',
    description:
      'A test of the certificate of analysis lies outside its limits. The batch and the material are blocked.',
    category: 'out_of_specification',
    about: ['SUP-1007', 'CMP-CAF'],
    priority: 'critical',
    classification: 'critical',
    due: -6,
    state: 'investigation',
    more: () => ({ impact_assessment: { batches_affected: ['CF24551'], patient_impact: 'unknown' } }),
  }),
  event({
    type: 'deviation',
    title: 'Lactose monohydrate released with an expired GMP certificate of its maker',
    description: 'Three deliveries were released after the certificate of the site had run out.',
    category: 'supplier_documents',
    about: ['SUP-1004', 'CMP-LAC'],
    priority: 'high',
    classification: 'major',
    due: 9,
    state: 'pending_approval',
    rootCause: { category: 'Procedure', description: 'The release checklist does not ask for the date of expiry.' },
  }),
  event({
    type: 'deviation',
    title: 'Tablet weight of batch PT-2402 drifts above the limit',
    description: 'In-process control found a mean weight of 5.4 % above target in the last hour of compression.',
    category: 'production',
    about: ['PRD-0001'],
    priority: 'high',
    classification: 'major',
    due: 14,
    state: 'implementation',
    rootCause: { category: 'Equipment', description: 'A worn cam of the filling station lets the fill depth drift.' },
    more: () => ({
      impact_assessment: {
        products_affected: ['PRD-0001'],
        batches_affected: ['PT-2402'],
        patient_impact: 'low',
        regulatory_reportable: false,
      },
    }),
  }),
  event({
    type: 'deviation',
    title: 'Drums of paracetamol delivered with broken seals',
    description: 'Six of twenty drums arrived with broken tamper seals. Identity and assay of each drum were tested.',
    category: 'goods_receipt',
    about: ['SUP-1001', 'CMP-PARA'],
    classification: 'major',
    due: 30,
    // Its CAPA is closed, and then it goes on to verification by itself.
    state: 'implementation',
    rootCause: { category: 'Transport', description: 'The carrier stacks drums higher than their seals bear.' },
  }),
  event({
    type: 'deviation',
    title: 'Line clearance of the ibuprofen blister line not documented',
    description:
      'The second signature of the line clearance before batch IB-0917 was missing; cameras show that it was done.',
    category: 'documentation',
    about: ['PRD-0002'],
    due: -3,
    state: 'closed',
    rootCause: { category: 'Human error', description: 'The shift changed during the clearance.' },
  }),
  event({
    type: 'complaint',
    title: 'Effervescent tablets leave a residue in the glass',
    description: 'A pharmacy reports four tubes whose tablets do not dissolve within five minutes.',
    category: 'product_quality',
    about: ['PRD-0003', 'CMP-ASC'],
    priority: 'high',
    due: 4,
    state: 'root_cause_identified',
    rootCause: { category: 'Packaging', description: 'The desiccant of the tube caps was saturated before filling.' },
  }),
  event({
    type: 'complaint',
    title: 'Bitter taste of paracetamol tablets',
    description: 'A patient reports a bitter taste of uncoated tablets.',
    category: 'product_quality',
    about: ['PRD-0001'],
    priority: 'low',
    classification: 'observation',
    due: 12,
    state: 'rejected',
    rejectionReason: 'The taste is that of the active ingredient; the retained sample meets the specification.',
  }),
  event({
    type: 'audit_finding',
    title: 'Sieves are cleaned without a written procedure',
    description: 'Operators clean the sieves of the lactose line by habit; no instruction and no record exists.',
    category: 'cleaning',
    about: ['SUP-1004'],
    priority: 'high',
    classification: 'major',
    due: 45,
    state: 'action_planning',
    rootCause: { category: 'Procedure', description: 'The procedure was withdrawn when the line was moved.' },
    more: (day) => ({
      response_due_date: day(20),
      audit_details: {
        audit_type: 'supplier',
        audit_date: day(-90),
        auditor: 'Demo quality assurance',
        area: 'Milling',
      },
    }),
  }),
  event({
    type: 'audit_finding',
    title: 'Training records of two analysts are incomplete',
    description: 'For two analysts no assessment of the dissolution method is on file.',
    category: 'training',
    about: ['SUP-1010'],
    due: 20,
    state: 'pending_approval',
    rootCause: { category: 'Training', description: 'The training matrix was not updated after a change of method.' },
    more: (day) => ({
      response_due_date: day(10),
      audit_details: {
        audit_type: 'supplier',
        audit_date: day(-35),
        auditor: 'Demo quality assurance',
        area: 'Laboratory',
      },
    }),
  }),
  event({
    type: 'change_request',
    title: 'Second source of ascorbic acid',
    description: 'Zhenhai Bright Bio-Chemical is to deliver ascorbic acid beside Bergsund Kemi.',
    category: 'supplier_change',
    about: ['SUP-1008', 'CMP-ASC', 'PRD-0003'],
    classification: 'major',
    due: 90,
    state: 'pending_approval',
    more: () => ({
      impact_assessment: { products_affected: ['PRD-0003'], patient_impact: 'none', regulatory_reportable: true },
    }),
  }),
];

/** CAPAs of these events, with actions in every state. */
export const DEMO_CAPAS: readonly DemoCapa[] = [
  {
    source: 'Tablet weight of batch PT-2402 drifts above the limit',
    title: 'Keep the fill depth of the tablet press steady',
    description: 'Replace worn cams and watch their wear.',
    priority: 'high',
    classification: 'major',
    due: -2,
    state: 'implementation',
    criteria: 'Twenty batches in a row with a mean weight within 2 % of target.',
    results: null,
    actions: [
      {
        type: 'corrective',
        description: 'Replace the cam of the filling station',
        due: -9,
        status: 'completed',
        notes: 'Replaced; the fill depth was measured at five speeds.',
      },
      {
        type: 'corrective',
        description: 'Sort batch PT-2402 by weight',
        due: -2,
        status: 'in_progress',
        notes: '',
      },
      { type: 'preventive', description: 'Add the cams to the yearly inspection', due: 21, status: 'open', notes: '' },
      { type: 'preventive', description: 'Buy a second press', due: 60, status: 'cancelled', notes: '' },
    ],
  },
  {
    source: 'Drums of paracetamol delivered with broken seals',
    title: 'Agree on stacking and seals with the carrier',
    description: 'Drums travel in two layers, and the seals are checked at loading.',
    priority: 'medium',
    classification: 'major',
    due: 5,
    state: 'closed',
    criteria: 'No broken seal in ten deliveries.',
    results: 'Ten deliveries arrived without a broken seal.',
    actions: [
      {
        type: 'corrective',
        description: 'Change the transport agreement: two layers at most',
        due: -20,
        status: 'verified',
        notes: 'Signed by the carrier and by the supplier.',
      },
      {
        type: 'preventive',
        description: 'Check the seals at loading, with photographs',
        due: -15,
        status: 'completed',
        notes: 'Part of the loading instruction since this month.',
      },
    ],
  },
  {
    source: 'Sieves are cleaned without a written procedure',
    title: 'Write and train the cleaning of sieves',
    description: 'The supplier writes a procedure, validates it and trains the operators.',
    priority: 'high',
    classification: 'major',
    due: 60,
    state: 'pending_approval',
    criteria: 'Rinse samples of three cleanings are below the limit for residues.',
    results: null,
    actions: [
      {
        type: 'corrective',
        description: 'Procedure for the cleaning of sieves with a record',
        due: 25,
        status: 'open',
        notes: '',
      },
      { type: 'preventive', description: 'Training of all operators of the line', due: 50, status: 'open', notes: '' },
    ],
  },
];
