import { setTimeout as pause } from 'node:timers/promises';
import { ConflictError, type Schemas } from '@qsc/client';
import { Advice } from '../runtime/command-line.ts';
import type { DemoWriters } from './api.ts';
import { DEMO_ALERT_RULE, DEMO_CERTIFICATES, type DemoCertificate } from './certificate-record.ts';
import { dayFrom } from './day.ts';
import { DEMO_COMPONENTS } from './item-record.ts';
import { makePaper } from './paper.ts';
import { DEMO_SUPPLIERS, type DemoSupplier } from './supplier-record.ts';

const TIMEOUT_MS = 300_000;
const WAIT_MS = 250;

type Ids = ReadonlyMap<string, string>;
type Known = Pick<Schemas['Certificate'], 'id' | 'name' | 'status'>;
type Place = { suppliers: Ids; components: Ids; now: Date };

/** Uploads the certificates that are missing, decides on those that wait, and sets the alert rule. */
export const fillCertificates = async (writers: DemoWriters, place: Place): Promise<void> => {
  const certificates = writers.admin.certificates.list({ supplier_id: [...place.suppliers.values()] });
  const known = new Map((await Array.fromAsync(certificates)).map((one): [string, Known] => [one.name, one]));
  const ensure = async (planned: DemoCertificate) => {
    if (!known.has(planned.name)) known.set(planned.name, await upload(writers, planned, { ...place, known }));
  };
  await Promise.all(DEMO_CERTIFICATES.filter(({ supersedes }) => supersedes === null).map(ensure));
  await Promise.all(DEMO_CERTIFICATES.filter(({ supersedes }) => supersedes !== null).map(ensure));
  for (const { name, verdict } of readLast(DEMO_CERTIFICATES)) {
    const certificate = known.get(name);
    if (verdict !== null && certificate?.status === 'pending') await validate(writers, certificate, verdict);
  }
  const rules = await Array.fromAsync(writers.quality.certificates.listExpiryAlertRules());
  if (rules.length === 0) await writers.quality.certificates.createExpiryAlertRules({ rules: [DEMO_ALERT_RULE] });
};

/** Certificates of analysis at the end, since nobody may decide on them while they are being read. */
const readLast = (certificates: readonly DemoCertificate[]): DemoCertificate[] => [
  ...certificates.filter(({ type }) => type !== 'coa'),
  ...certificates.filter(({ type }) => type === 'coa'),
];

const upload = async (
  { admin }: DemoWriters,
  planned: DemoCertificate,
  { suppliers, components, now, known }: Place & { known: ReadonlyMap<string, Known> },
): Promise<Known> => {
  const metadata = {
    type: planned.type,
    name: planned.name,
    supplier_id: suppliers.get(planned.supplier),
    component_id: planned.component === null ? undefined : components.get(planned.component),
    batch_number: planned.batchNumber ?? undefined,
    issue_date: dayFrom(now, planned.issued),
    expiry_date: dayFrom(now, planned.expires),
    supersedes: planned.supersedes === null ? undefined : known.get(planned.supersedes)?.id,
  };
  const file = new Blob([Buffer.from(await makeDemoPaper(planned, now))], { type: 'application/pdf' });
  return admin.certificates.upload({ file, filename: toFileName(planned), metadata });
};

const validate = async (
  { quality }: DemoWriters,
  { id }: Known,
  verdict: NonNullable<DemoCertificate['verdict']>,
): Promise<void> => {
  for (const giveUpAt = Date.now() + TIMEOUT_MS; Date.now() < giveUpAt; await pause(WAIT_MS)) {
    const isDone = await quality.certificates.validate(id, verdict).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ConflictError) return false;
        throw error;
      },
    );
    if (isDone) return;
  }
  throw new Advice("The demo's records are not complete: a certificate is still being read. ./scripts/up goes on.");
};

const makeDemoPaper = (planned: DemoCertificate, now: Date): Promise<Uint8Array> =>
  makePaper({
    ...planned,
    company: requireCompany(DEMO_SUPPLIERS.find(({ code }) => code === planned.supplier)),
    material: DEMO_COMPONENTS.find(({ code }) => code === planned.component)?.name ?? null,
    issueDate: dayFrom(now, planned.issued),
    expiryDate: dayFrom(now, planned.expires),
  });

const requireCompany = (supplier: DemoSupplier | undefined) => {
  if (supplier === undefined) throw new Error('a certificate of the demo has no supplier');
  const { name, street, city, postalCode, country, phone, code } = supplier;
  const mail = `quality@${code.toLowerCase()}.example`;
  return { name, lines: [street, `${postalCode} ${city}`, country], phone, mail };
};

const toFileName = ({ name }: DemoCertificate): string => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.pdf`;
