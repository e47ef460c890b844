/** Who delivers a component; the days of the last delivery count back from today. */
export type DemoSource = {
  supplier: string;
  /** Which of the two records holds the relationship. */
  recordedAt: 'supplier' | 'component';
  isPrimary: boolean;
  lastDelivery: number | null;
  onTimeRate: number | null;
  leadTimeDays: number;
};

export type DemoComponent = {
  code: string;
  name: string;
  grade: string;
  status: 'active' | 'blocked' | 'in_development';
  sources: readonly DemoSource[];
};

export type DemoProduct = {
  code: string;
  name: string;
  dosageForm: string;
  contains: readonly string[];
  suppliedBy: string | null;
  batches: readonly { batch_number: string; status: string; units: number }[];
};

const from = (supplier: string, planned: Partial<DemoSource>): DemoSource => ({
  supplier,
  recordedAt: 'component',
  isPrimary: true,
  lastDelivery: null,
  onTimeRate: null,
  leadTimeDays: 30,
  ...planned,
});

/** What the suppliers deliver. */
export const DEMO_COMPONENTS: readonly DemoComponent[] = [
  {
    code: 'CMP-PARA',
    name: 'Paracetamol',
    grade: 'Ph. Eur.',
    status: 'active',
    sources: [
      from('SUP-1001', { recordedAt: 'supplier', lastDelivery: 12, onTimeRate: 98.5, leadTimeDays: 21 }),
      from('SUP-1007', { isPrimary: false, lastDelivery: 95, onTimeRate: 81, leadTimeDays: 60 }),
    ],
  },
  {
    code: 'CMP-IBU',
    name: 'Ibuprofen',
    grade: 'Ph. Eur.',
    status: 'active',
    sources: [from('SUP-1002', { recordedAt: 'supplier', lastDelivery: 33, onTimeRate: 92, leadTimeDays: 35 })],
  },
  {
    code: 'CMP-ASC',
    name: 'Ascorbic acid',
    grade: 'Ph. Eur., USP',
    status: 'active',
    sources: [
      from('SUP-1003', { recordedAt: 'supplier', lastDelivery: 8, onTimeRate: 99, leadTimeDays: 14 }),
      from('SUP-1008', { isPrimary: false, leadTimeDays: 75 }),
    ],
  },
  {
    code: 'CMP-CAF',
    name: 'Caffeine anhydrous',
    grade: 'Ph. Eur.',
    status: 'blocked',
    sources: [from('SUP-1007', { lastDelivery: 17, onTimeRate: 84, leadTimeDays: 55 })],
  },
  {
    code: 'CMP-LAC',
    name: 'Lactose monohydrate',
    grade: 'Ph. Eur.',
    status: 'active',
    sources: [from('SUP-1004', { lastDelivery: 20, onTimeRate: 90, leadTimeDays: 18 })],
  },
  {
    code: 'CMP-MCC',
    name: 'Microcrystalline cellulose 102',
    grade: 'NF',
    status: 'active',
    sources: [from('SUP-1005', { recordedAt: 'supplier', lastDelivery: 41, onTimeRate: 95, leadTimeDays: 45 })],
  },
  {
    code: 'CMP-POV',
    name: 'Povidone K30',
    grade: 'USP',
    status: 'active',
    sources: [
      from('SUP-1004', { lastDelivery: 64, onTimeRate: 88, leadTimeDays: 25 }),
      from('SUP-1010', { isPrimary: false, lastDelivery: 30, onTimeRate: 79, leadTimeDays: 40 }),
    ],
  },
  {
    code: 'CMP-CIT',
    name: 'Citric acid monohydrate',
    grade: 'Ph. Eur.',
    status: 'active',
    sources: [from('SUP-1003', { lastDelivery: 26, onTimeRate: 97, leadTimeDays: 14 })],
  },
  {
    code: 'CMP-MAN',
    name: 'Mannitol',
    grade: 'Ph. Eur.',
    status: 'in_development',
    sources: [from('SUP-1006', { leadTimeDays: 70 })],
  },
  {
    code: 'CMP-NACL',
    name: 'Sodium chloride',
    grade: 'Ph. Eur.',
    status: 'active',
    sources: [from('SUP-1009', { lastDelivery: 5, onTimeRate: 86, leadTimeDays: 10 })],
  },
];

/** What is made of them. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    code: 'PRD-0001',
    name: 'Paracetamol 500 mg tablets',
    dosageForm: 'tablet',
    contains: ['CMP-PARA', 'CMP-MCC', 'CMP-POV'],
    suppliedBy: null,
    batches: [
      { batch_number: 'PT-2401', status: 'released', units: 120_000 },
      { batch_number: 'PT-2402', status: 'quarantine', units: 118_500 },
    ],
  },
  {
    code: 'PRD-0002',
    name: 'Ibuprofen 400 mg film-coated tablets',
    dosageForm: 'film-coated tablet',
    contains: ['CMP-IBU', 'CMP-LAC', 'CMP-MCC'],
    suppliedBy: null,
    batches: [{ batch_number: 'IB-0917', status: 'released', units: 80_000 }],
  },
  {
    code: 'PRD-0003',
    name: 'Ascorbic acid 1 g effervescent tablets',
    dosageForm: 'effervescent tablet',
    contains: ['CMP-ASC', 'CMP-CIT'],
    suppliedBy: 'SUP-1003',
    batches: [],
  },
];
