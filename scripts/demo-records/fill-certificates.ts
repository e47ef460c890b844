import { setTimeout as pause } from 'node:timers/promises';
import { Advice } from '../runtime/command-line.ts';
import type { DemoWriters } from './api.ts';
import { DEMO_ALERT_RULE, DEMO_CERTIFICATES, type DemoCertificate } from './certificate-record.ts';
import { dayFrom } from './day.ts';
import { DEMO_COMPONENTS } from './item-record.ts';
import { makePaper } from './paper.ts';
import { DEMO_SUPPLIERS, type DemoSupplier } from './supplier-record.ts';

const PATIENCE_MS = 300_000;
const WAIT_MS = 250;

type Ids = ReadonlyMap<string, string>;
type Known = { id: string; name: string; status: string };
type Place = { suppliers: Ids; components: Ids; now: Date };

/** Uploads the certificates that are missing, decides on those that wait, and sets the alert rule. */
export const fillCertificates = async (writers: DemoWriters, place: Place): Promise<void> => {
  const path = `/v1/certificates?supplier_id=${[...place.suppliers.values()].join(',')}&per_page=100`;
  const known = new Map((await writers.admin.get<Known[]>(path)).map((one) => [one.name, one]));
  const ensure = async (told: DemoCertificate) => {
    if (!known.has(told.name)) known.set(told.name, await upload(writers, told, { ...place, known }));
  };
  await Promise.all(DEMO_CERTIFICATES.filter(({ supersedes }) => supersedes === null).map(ensure));
  await Promise.all(DEMO_CERTIFICATES.filter(({ supersedes }) => supersedes !== null).map(ensure));
  for (const { name, verdict } of readLast(DEMO_CERTIFICATES)) {
    const certificate = known.get(name);
    if (verdict !== null && certificate?.status === 'pending') await validate(writers, certificate, verdict);
  }
  const rules = await writers.quality.get<unknown[]>('/v1/certificates/expiry-alerts');
  if (rules.length === 0) await writers.quality.post('/v1/certificates/expiry-alerts', { rules: [DEMO_ALERT_RULE] });
};

/** Certificates of analysis at the end, since nobody may decide on them while they are being read. */
const readLast = (certificates: readonly DemoCertificate[]): DemoCertificate[] => [
  ...certificates.filter(({ type }) => type !== 'coa'),
  ...certificates.filter(({ type }) => type === 'coa'),
];

const upload = async (
  { admin }: DemoWriters,
  told: DemoCertificate,
  { suppliers, components, now, known }: Place & { known: ReadonlyMap<string, Known> },
): Promise<Known> => {
  const form = new FormData();
  const metadata = {
    type: told.type,
    name: told.name,
    supplier_id: suppliers.get(told.supplier),
    component_id: told.component === null ? undefined : components.get(told.component),
    batch_number: told.batchNumber ?? undefined,
    issue_date: dayFrom(now, told.issued),
    expiry_date: dayFrom(now, told.expires),
    supersedes: told.supersedes === null ? undefined : known.get(told.supersedes)?.id,
  };
  form.append('metadata', JSON.stringify(metadata));
  const bytes = await paperOf(told, now);
  form.append('file', new Blob([Buffer.from(bytes)], { type: 'application/pdf' }), fileNameOf(told));
  return (await admin.post<Known>('/v1/certificates', form)).data;
};

const validate = async (
  { quality }: DemoWriters,
  { id }: Known,
  verdict: NonNullable<DemoCertificate['verdict']>,
): Promise<void> => {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await pause(WAIT_MS)) {
    const answer = await quality.post(`/v1/certificates/${id}/validate`, verdict, ['conflict']);
    if (answer.code === null) return;
  }
  throw new Advice("The demo's records are not complete: a certificate is still being read. ./scripts/up goes on.");
};

const paperOf = (told: DemoCertificate, now: Date): Promise<Uint8Array> =>
  makePaper({
    ...told,
    company: companyOf(DEMO_SUPPLIERS.find(({ code }) => code === told.supplier)),
    material: DEMO_COMPONENTS.find(({ code }) => code === told.component)?.name ?? null,
    issueDate: dayFrom(now, told.issued),
    expiryDate: dayFrom(now, told.expires),
  });

const companyOf = (supplier: DemoSupplier | undefined) => {
  if (supplier === undefined) throw new Error('a certificate of the demo has no supplier');
  const { name, street, city, postalCode, country, phone, code } = supplier;
  const mail = `quality@${code.toLowerCase()}.example`;
  return { name, lines: [street, `${postalCode} ${city}`, country], phone, mail };
};

const fileNameOf = ({ name }: DemoCertificate): string => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.pdf`;
