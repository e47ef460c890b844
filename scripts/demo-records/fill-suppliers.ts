import type { DemoWriters } from './api.ts';
import { dayFrom } from './day.ts';
import { DEMO_SUPPLIERS, type DemoMove, type DemoRisk, type DemoSupplier } from './supplier-record.ts';

type Known = { id: string; attributes: { supplier_code: string; qualification_status?: string; risk_score?: number } };

/** Creates the suppliers that are missing, qualifies and assesses them; answers their ids by code. */
export const fillSuppliers = async (writers: DemoWriters, now: Date): Promise<Map<string, string>> => {
  const codes = DEMO_SUPPLIERS.map(({ code }) => code).join(',');
  const path = `/v1/entities?type=supplier&attributes.supplier_code=${codes}&per_page=100`;
  const known = new Map((await writers.admin.get<Known[]>(path)).map((one) => [one.attributes.supplier_code, one]));
  const ids = await Promise.all(
    DEMO_SUPPLIERS.map(async (supplier) => {
      const there = known.get(supplier.code);
      const id = there?.id ?? (await createSupplier(writers, supplier));
      await qualify(writers, { id, status: there?.attributes.qualification_status ?? 'new' }, { supplier, now });
      if (supplier.risk && there?.attributes.risk_score === undefined)
        await writers.quality.post(`/v1/suppliers/${id}/risk`, assessmentOf(supplier.risk, now));
      return [supplier.code, id] as const;
    }),
  );
  return new Map(ids);
};

const createSupplier = async ({ admin }: DemoWriters, supplier: DemoSupplier): Promise<string> => {
  const { name, code, country, region, categories, certifications } = supplier;
  const { street, city, postalCode, phone } = supplier;
  const email = `quality@${code.toLowerCase()}.example`;
  const answer = await admin.post<{ id: string }>('/v1/suppliers', {
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
  return answer.data.id;
};

/** Makes the moves that come after the state that the supplier is in; one that people have moved elsewhere is left alone. */
const qualify = async (
  { quality }: DemoWriters,
  { id, status }: { id: string; status: string },
  { supplier: { moves }, now }: { supplier: DemoSupplier; now: Date },
): Promise<void> => {
  const done = moves.findLastIndex((move) => move.day <= 0 && move.status === status);
  if (done === -1 && status !== 'new') return;
  for (const move of moves.slice(done + 1)) {
    const path = `/v1/suppliers/${id}/qualification`;
    if (move.day <= 0 || !(await isScheduled(quality, id))) await quality.post(path, qualificationOf(move, now));
  }
};

const isScheduled = async (quality: DemoWriters['quality'], id: string): Promise<boolean> =>
  (await quality.get<{ scheduled: boolean }[]>(`/v1/suppliers/${id}/qualifications`)).some(
    ({ scheduled }) => scheduled,
  );

const qualificationOf = ({ status, day, reason, conditions, review }: DemoMove, now: Date) => ({
  status,
  effective_date: dayFrom(now, day),
  reason,
  ...(conditions === undefined ? {} : { conditions }),
  ...(review === undefined ? {} : { next_review_date: dayFrom(now, review) }),
});

const assessmentOf = ({ day, notes, ...scores }: DemoRisk, now: Date) => ({
  assessment_date: dayFrom(now, day),
  factors: Object.entries(scores).map(([category, score]) => ({ category, score, details: 'Assessed for the demo' })),
  notes,
});
