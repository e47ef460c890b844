import { QscError } from '@qsc/client';
import { Advice } from '../runtime/command-line.ts';
import { type DemoWriters, makeDemoClient } from './api.ts';
import { DEMO_CERTIFICATES } from './certificate-record.ts';
import { fillCertificates } from './fill-certificates.ts';
import { fillItems } from './fill-items.ts';
import { fillQualityEvents } from './fill-quality-events.ts';
import { fillSuppliers } from './fill-suppliers.ts';
import { DEMO_COMPONENTS, DEMO_PRODUCTS } from './item-record.ts';
import { DEMO_CAPAS, DEMO_QUALITY_EVENTS } from './quality-event-record.ts';
import { DEMO_SUPPLIERS } from './supplier-record.ts';

/** What an organisation holds after `fillDemo`, in a sentence. */
export const DEMO_SUMMARY = `${DEMO_SUPPLIERS.length} suppliers in every qualification status, ${DEMO_COMPONENTS.length} components, ${DEMO_PRODUCTS.length} products, ${DEMO_CERTIFICATES.length} certificates in every state, ${DEMO_QUALITY_EVENTS.length + DEMO_CAPAS.length} quality events of every type and in every state, overdue ones and some that wait for approval among them`;

/** The organisation, by the keys of its administrator and of its quality manager, who signs by the password. */
export type FilledDemo = { base_url: string; api_key: string; quality_api_key: string; quality_password: string };

/**
 * Gives an organisation suppliers, components, products, certificates and quality events, through the public API. Looks up what is there and
 * adds what is missing, so that it goes on where it was interrupted and adds nothing a second time. Throws `Advice`.
 */
export const fillDemo = async (demo: FilledDemo, now: Date): Promise<void> => {
  try {
    await fillAll(demo, now);
  } catch (error) {
    if (!(error instanceof QscError)) throw error;
    throw new Advice(`The demo's records are not complete: ${error.message} ./scripts/up goes on.`);
  }
};

const fillAll = async (
  { base_url, api_key, quality_api_key, quality_password }: FilledDemo,
  now: Date,
): Promise<void> => {
  const writers: DemoWriters = {
    admin: makeDemoClient(base_url, api_key),
    quality: makeDemoClient(base_url, quality_api_key),
  };
  const suppliers = await fillSuppliers(writers, now);
  const { components, products } = await fillItems(writers, suppliers, now);
  await fillCertificates(writers, { suppliers, components, now });
  const ids = new Map([
    ...toReferences('supplier', suppliers),
    ...toReferences('component', components),
    ...toReferences('product', products),
  ]);
  await fillQualityEvents(writers, { ids, qualityPassword: quality_password, now });
};

const toReferences = (type: string, ids: ReadonlyMap<string, string>) =>
  [...ids].map(([code, id]) => [code, { type, id }] as const);
