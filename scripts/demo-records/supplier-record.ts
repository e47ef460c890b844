/** A step of a supplier's qualification; days count from today, past ones are negative. */
export type DemoQualification = {
  status: 'evaluation' | 'qualified' | 'conditional' | 'suspended' | 'disqualified';
  day: number;
  reason: string;
  conditions?: readonly string[];
  review?: number;
};

/** Scores from 0 (no concern) to 100; a higher one is the higher risk. */
export type DemoRisk = {
  day: number;
  quality_history: number;
  delivery_performance: number;
  financial_stability: number;
  geographic_risk: number;
  single_source: number;
  certification_status: number;
  notes: string;
};

export type DemoSupplier = {
  code: string;
  name: string;
  country: string;
  region: 'EMEA' | 'APAC' | 'Americas';
  street: string;
  city: string;
  postalCode: string;
  phone: string;
  categories: readonly string[];
  certifications: readonly string[];
  qualifications: readonly DemoQualification[];
  risk: DemoRisk | null;
};

const approved = (day: number, review: number): readonly DemoQualification[] => [
  { status: 'evaluation', day: day - 60, reason: 'Questionnaire received, audit planned' },
  { status: 'qualified', day, reason: 'Audit passed without critical findings', review },
];

/** Suppliers in every qualification status and at every level of risk. All of them are made up. */
export const DEMO_SUPPLIERS: readonly DemoSupplier[] = [
  {
    code: 'SUP-1001',
    name: 'Norvatek Feinchemie GmbH',
    country: 'DE',
    region: 'EMEA',
    street: 'Werkstraße 12',
    city: 'Ludwigshafen',
    postalCode: '67063',
    phone: '+49 621 555 0143',
    categories: ['active_ingredient'],
    certifications: ['GMP', 'ISO 9001'],
    qualifications: approved(-240, 490),
    risk: {
      day: -30,
      quality_history: 10,
      delivery_performance: 15,
      financial_stability: 20,
      geographic_risk: 10,
      single_source: 15,
      certification_status: 10,
      notes: 'No deviation in two years.',
    },
  },
  {
    code: 'SUP-1002',
    name: 'Aldermoor Fine Chemicals Ltd',
    country: 'GB',
    region: 'EMEA',
    street: 'Unit 7, Harbour Estate',
    city: 'Grimsby',
    postalCode: 'DN31 2TG',
    phone: '+44 1472 555 019',
    categories: ['active_ingredient'],
    certifications: ['GMP'],
    qualifications: approved(-700, 20),
    risk: {
      day: -45,
      quality_history: 30,
      delivery_performance: 35,
      financial_stability: 30,
      geographic_risk: 20,
      single_source: 60,
      certification_status: 25,
      notes: 'The only source of its active ingredient.',
    },
  },
  {
    code: 'SUP-1003',
    name: 'Bergsund Kemi AB',
    country: 'SE',
    region: 'EMEA',
    street: 'Industrivägen 4',
    city: 'Karlskoga',
    postalCode: '691 50',
    phone: '+46 586 555 021',
    categories: ['active_ingredient', 'excipient'],
    certifications: ['ISO 9001'],
    qualifications: approved(-400, 695),
    risk: {
      day: -20,
      quality_history: 5,
      delivery_performance: 10,
      financial_stability: 15,
      geographic_risk: 10,
      single_source: 25,
      certification_status: 10,
      notes: 'Certificate of the management system expires soon.',
    },
  },
  {
    code: 'SUP-1004',
    name: 'Lysandre Excipients SAS',
    country: 'FR',
    region: 'EMEA',
    street: '14 rue des Tanneurs',
    city: 'Villefranche-sur-Saône',
    postalCode: '69400',
    phone: '+33 4 5555 0172',
    categories: ['excipient'],
    certifications: ['GMP'],
    qualifications: [
      { status: 'evaluation', day: -200, reason: 'Second source for excipients wanted' },
      {
        status: 'conditional',
        day: -90,
        reason: 'Audit passed with major findings',
        conditions: ['Full testing of each batch', 'Renewed GMP certificate within six months'],
        review: 90,
      },
    ],
    risk: {
      day: -88,
      quality_history: 50,
      delivery_performance: 40,
      financial_stability: 30,
      geographic_risk: 15,
      single_source: 40,
      certification_status: 55,
      notes: 'Two major findings of the audit are open.',
    },
  },
  {
    code: 'SUP-1005',
    name: 'Harlan Ridge Ingredients, Inc.',
    country: 'US',
    region: 'Americas',
    street: '2200 Commerce Park Drive',
    city: 'Cedar Rapids',
    postalCode: '52404',
    phone: '+1 319 555 0126',
    categories: ['excipient'],
    certifications: ['ISO 9001'],
    qualifications: approved(-120, 975),
    risk: {
      day: -10,
      quality_history: 15,
      delivery_performance: 25,
      financial_stability: 20,
      geographic_risk: 20,
      single_source: 25,
      certification_status: 20,
      notes: 'Deliveries by sea; stock for three months.',
    },
  },
  {
    code: 'SUP-1006',
    name: 'Quillay Organics S.A.',
    country: 'CL',
    region: 'Americas',
    street: 'Ruta 5 Norte Km 41',
    city: 'Lampa',
    postalCode: '9390000',
    phone: '+56 2 5550 2231',
    categories: ['excipient'],
    certifications: [],
    qualifications: [{ status: 'evaluation', day: -25, reason: 'Samples ordered, questionnaire sent' }],
    risk: {
      day: -24,
      quality_history: 55,
      delivery_performance: 60,
      financial_stability: 50,
      geographic_risk: 65,
      single_source: 70,
      certification_status: 60,
      notes: 'First assessment, from documents alone.',
    },
  },
  {
    code: 'SUP-1007',
    name: 'Shrivani Pharma Chem Pvt. Ltd.',
    country: 'IN',
    region: 'APAC',
    street: 'Plot No. 118, GIDC Phase II',
    city: 'Vapi',
    postalCode: '396195',
    phone: '+91 260 555 0188',
    categories: ['active_ingredient'],
    certifications: ['GMP'],
    qualifications: [
      ...approved(-500, 230),
      { status: 'suspended', day: -15, reason: 'A batch failed its specification; root cause not known' },
    ],
    risk: {
      day: -14,
      quality_history: 80,
      delivery_performance: 65,
      financial_stability: 55,
      geographic_risk: 60,
      single_source: 70,
      certification_status: 60,
      notes: 'Assessed again after a failed batch.',
    },
  },
  {
    code: 'SUP-1008',
    name: 'Zhenhai Bright Bio-Chemical Co., Ltd.',
    country: 'CN',
    region: 'APAC',
    street: '88 Binhai Road',
    city: 'Ningbo',
    postalCode: '315201',
    phone: '+86 574 5550 1199',
    categories: ['active_ingredient'],
    certifications: [],
    qualifications: [
      { status: 'evaluation', day: -150, reason: 'Offer of a lower price' },
      { status: 'disqualified', day: -100, reason: 'Critical finding: laboratory data changed after the fact' },
    ],
    risk: {
      day: -100,
      quality_history: 95,
      delivery_performance: 80,
      financial_stability: 75,
      geographic_risk: 80,
      single_source: 70,
      certification_status: 90,
      notes: 'Data integrity cannot be relied on.',
    },
  },
  {
    code: 'SUP-1009',
    name: 'Merivale Trading & Distribution BV',
    country: 'NL',
    region: 'EMEA',
    street: 'Havenweg 210',
    city: 'Rotterdam',
    postalCode: '3089 JK',
    phone: '+31 10 555 0134',
    categories: ['excipient', 'distribution'],
    certifications: ['GDP', 'GMP'],
    qualifications: [
      ...approved(-300, 430),
      {
        status: 'conditional',
        day: 30,
        reason: 'Warehouse moves; conditions hold until it is audited',
        conditions: ['Temperature log with each delivery'],
        review: 120,
      },
    ],
    risk: {
      day: -60,
      quality_history: 20,
      delivery_performance: 45,
      financial_stability: 35,
      geographic_risk: 15,
      single_source: 30,
      certification_status: 35,
      notes: 'Late deliveries in summer.',
    },
  },
  {
    code: 'SUP-1010',
    name: 'Castellan Chemical Supply Co.',
    country: 'US',
    region: 'Americas',
    street: '640 Dock Street',
    city: 'Newark',
    postalCode: '07105',
    phone: '+1 973 555 0177',
    categories: ['excipient', 'distribution'],
    certifications: [],
    qualifications: [
      { status: 'evaluation', day: -80, reason: 'Distributor of the second source' },
      {
        status: 'conditional',
        day: -35,
        reason: 'Audit by a customer accepted instead of our own',
        conditions: ['Own audit before the next order'],
        review: 60,
      },
    ],
    risk: {
      day: -35,
      quality_history: 60,
      delivery_performance: 65,
      financial_stability: 50,
      geographic_risk: 35,
      single_source: 55,
      certification_status: 45,
      notes: 'Own audit is missing.',
    },
  },
  {
    code: 'SUP-1011',
    name: 'Ostwind Rohstoffhandel GmbH & Co. KG',
    country: 'DE',
    region: 'EMEA',
    street: 'Speicherstadt 9',
    city: 'Hamburg',
    postalCode: '20457',
    phone: '+49 40 555 0160',
    categories: ['distribution'],
    certifications: [],
    qualifications: [],
    risk: null,
  },
  {
    code: 'SUP-1012',
    name: 'Tamar Valley Raw Materials Ltd',
    country: 'GB',
    region: 'EMEA',
    street: '5 Quay Road',
    city: 'Plymouth',
    postalCode: 'PL1 3QX',
    phone: '+44 1752 555 013',
    categories: ['excipient'],
    certifications: [],
    qualifications: [{ status: 'evaluation', day: -5, reason: 'Questionnaire sent' }],
    risk: null,
  },
];
