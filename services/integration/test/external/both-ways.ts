import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Connected } from './sync-mesh.ts';

/** Settings of a connection that sends what changes and is made here. */
export const BOTH_WAYS = {
  sync_config: { direction: 'bidirectional' },
  mapping: {
    bidirectional: {
      enabled: true,
      create: true,
      fields: ['name', 'attributes.supplier_code', 'attributes.city'],
      custom_fields: {},
    },
  },
};

export const readPending = async ({ api, path }: Connected) =>
  (await api.get(`${path}/health`)).body.data.pending_changes;

/** Waits until so many changes here are pending. */
export const isHeard = (connected: Connected, count: number) =>
  eventually(`${count} changes here are heard of`, async () => (await readPending(connected)).outbound === count);

/** Changes the supplier of that code here. */
export const change = async (connected: Connected, code: string, patch: object) => {
  const supplier = await connected.supplier(code);
  expect((await connected.entities.patch(`/entities/${supplier?.id}`, patch)).status).to.equal(200);
};
