import type { Body } from '@qsc/client';

/** A certificate of the demo; days count from today, past ones are negative. */
export type DemoCertificate = {
  type: 'coa' | 'gmp' | 'iso';
  name: string;
  supplier: string;
  component: string | null;
  batchNumber: string | null;
  issued: number;
  expires: number;
  /** What the quality manager says of it; null for one that waits. */
  verdict: { status: 'valid' | 'rejected'; notes: string } | null;
  /** Whether its document shows failing tests. */
  failing: boolean;
  /** The name of the certificate that it takes the place of. */
  supersedes: string | null;
};

const CHECKED = { status: 'valid', notes: 'Compared with the original' } as const;

const certificate = (
  planned: Pick<DemoCertificate, 'type' | 'name' | 'supplier' | 'issued' | 'expires'> & Partial<DemoCertificate>,
): DemoCertificate => ({
  component: null,
  batchNumber: null,
  verdict: CHECKED,
  failing: false,
  supersedes: null,
  ...planned,
});

/** Certificates in every state. One is validated after those that stand above it. */
export const DEMO_CERTIFICATES: readonly DemoCertificate[] = [
  certificate({
    type: 'coa',
    name: 'Certificate of analysis, Paracetamol PA240117',
    supplier: 'SUP-1001',
    component: 'CMP-PARA',
    batchNumber: 'PA240117',
    issued: -20,
    expires: 700,
  }),
  certificate({
    type: 'coa',
    name: 'Certificate of analysis, Ibuprofen IB240093',
    supplier: 'SUP-1002',
    component: 'CMP-IBU',
    batchNumber: 'IB240093',
    issued: -3,
    expires: 720,
    verdict: null,
  }),
  certificate({
    type: 'coa',
    name: 'Certificate of analysis, Caffeine anhydrous CF24551',
    supplier: 'SUP-1007',
    component: 'CMP-CAF',
    batchNumber: 'CF24551',
    issued: -17,
    expires: 710,
    failing: true,
    verdict: { status: 'rejected', notes: 'A test lies outside its specification' },
  }),
  certificate({
    type: 'coa',
    name: 'Certificate of analysis, Ascorbic acid AS24088',
    supplier: 'SUP-1003',
    component: 'CMP-ASC',
    batchNumber: 'AS24088',
    issued: -40,
    expires: 690,
  }),
  certificate({
    type: 'coa',
    name: 'Certificate of analysis, Ascorbic acid AS24088, corrected',
    supplier: 'SUP-1003',
    component: 'CMP-ASC',
    batchNumber: 'AS24088',
    issued: -15,
    expires: 690,
  }),
  certificate({ type: 'gmp', name: 'GMP certificate Norvatek', supplier: 'SUP-1001', issued: -500, expires: 595 }),
  certificate({ type: 'iso', name: 'ISO 9001 Norvatek', supplier: 'SUP-1001', issued: -300, expires: 795 }),
  certificate({ type: 'gmp', name: 'GMP certificate Aldermoor', supplier: 'SUP-1002', issued: -1050, expires: 45 }),
  certificate({ type: 'iso', name: 'ISO 9001 Bergsund', supplier: 'SUP-1003', issued: -1030, expires: 65 }),
  certificate({ type: 'gmp', name: 'GMP certificate Lysandre', supplier: 'SUP-1004', issued: -1125, expires: -30 }),
  certificate({ type: 'iso', name: 'ISO 9001 Harlan Ridge, former', supplier: 'SUP-1005', issued: -1060, expires: 35 }),
  certificate({
    type: 'iso',
    name: 'ISO 9001 Harlan Ridge',
    supplier: 'SUP-1005',
    issued: -10,
    expires: 1085,
    supersedes: 'ISO 9001 Harlan Ridge, former',
  }),
  certificate({
    type: 'gmp',
    name: 'GMP certificate Zhenhai',
    supplier: 'SUP-1008',
    issued: -200,
    expires: 895,
    verdict: { status: 'rejected', notes: 'The authority does not know this number' },
  }),
  certificate({ type: 'gmp', name: 'GMP certificate Merivale', supplier: 'SUP-1009', issued: -1075, expires: 20 }),
  certificate({
    type: 'iso',
    name: 'ISO 9001 Castellan',
    supplier: 'SUP-1010',
    issued: -60,
    expires: 1035,
    verdict: null,
  }),
];

/** Who is notified of what expires, and when. */
export const DEMO_ALERT_RULE: Body<'createExpiryAlertRules'>['rules'][number] = {
  days_before_expiry: 60,
  notify: ['quality.manager@demo.example'],
  certificate_types: ['gmp', 'iso'],
};
