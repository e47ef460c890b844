import type { DemoWriters } from './api.ts';
import { dayFrom } from './day.ts';
import { DEMO_SUPPLIERS, type DemoQualification, type DemoRisk, type DemoSupplier } from './supplier-record.ts';

/** Creates the suppliers that are missing, qualifies and assesses them; answers their ids by code. */
export const fillSuppliers = async (writers: DemoWriters, now: Date): Promise<Map<string, string>> => {
  const codes = DEMO_SUPPLIERS.map(({ code }) => code);
  const entities = writers.admin.entities.list({ type: 'supplier', 'attributes.supplier_code': codes });
  const known = new Map((await Array.fromAsync(entities)).map((one) => [one.attributes.supplier_code, one]));
  const ids = await Promise.all(
    DEMO_SUPPLIERS.map(async (supplier) => {
      const there = known.get(supplier.code);
      const id = there?.id ?? (await createSupplier(writers, supplier));
      const status = String(there?.attributes.qualification_status ?? 'new');
      await qualify(writers, { id, status }, { supplier, now });
      if (supplier.risk && there?.attributes.risk_score === undefined)
        await writers.quality.suppliers.assessRisk(id, toAssessment(supplier.risk, now));
      return [supplier.code, id] as const;
    }),
  );
  return new Map(ids);
};

const createSupplier = async ({ admin }: DemoWriters, supplier: DemoSupplier): Promise<string> => {
  const { name, code, country, region, categories, certifications } = supplier;
  const { street, city, postalCode, phone } = supplier;
  const email = `quality@${code.toLowerCase()}.example`;
  const { id } = await admin.suppliers.create({
    name,
    supplier_code: code,
    attributes: {
      country,
      region,
      categories,
      certifications,
      primary_contact: { name: 'Quality Department', email, phone },
      address: { street, city, postal_code: postalCode, country },
    },
  });
  return id;
};

/** Makes the qualifications that come after the state that the supplier is in; one that people have moved elsewhere is left alone. */
const qualify = async (
  { quality }: DemoWriters,
  { id, status }: { id: string; status: string },
  { supplier: { qualifications }, now }: { supplier: DemoSupplier; now: Date },
): Promise<void> => {
  const done = qualifications.findLastIndex(
    (qualification) => qualification.day <= 0 && qualification.status === status,
  );
  if (done === -1 && status !== 'new') return;
  for (const qualification of qualifications.slice(done + 1))
    if (qualification.day <= 0 || !(await isScheduled(quality, id)))
      await quality.suppliers.qualify(id, toQualification(qualification, now));
};

const isScheduled = async (quality: DemoWriters['quality'], id: string): Promise<boolean> =>
  (await Array.fromAsync(quality.suppliers.listQualifications(id))).some(({ scheduled }) => scheduled);

const toQualification = ({ status, day, reason, conditions, review }: DemoQualification, now: Date) => ({
  status,
  effective_date: dayFrom(now, day),
  reason,
  ...(conditions === undefined ? {} : { conditions }),
  ...(review === undefined ? {} : { next_review_date: dayFrom(now, review) }),
});

const FACTORS = [
  ...(['quality_history', 'delivery_performance', 'financial_stability'] as const),
  ...(['geographic_risk', 'single_source', 'certification_status'] as const),
];

const toAssessment = ({ day, notes, ...scores }: DemoRisk, now: Date) => ({
  assessment_date: dayFrom(now, day),
  factors: FACTORS.map((category) => ({ category, score: scores[category], details: 'Assessed for the demo' })),
  notes,
});
