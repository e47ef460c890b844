import type { EventTap } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Client, QualityMesh } from './mesh.ts';

type Headers = Record<string, string>;

/** A CAPA that a test works with. */
export type OpenedCapa = Awaited<ReturnType<ReturnType<typeof capaFixture>['capa']>>;

/** Quality events and CAPAs of an organisation. */
export const capaFixture = (mesh: QualityMesh) => {
  const event = async (api: Client, type = 'deviation', more: object = {}) => {
    const request = { type, title: 'Temperature excursion', description: 'The cold store was too warm.', ...more };
    const { status, body } = await api.post('/v1/quality-events', request);
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.data as { id: string; number: string; related_entities: object[]; version: number };
  };

  const document = async (api: Client, type = 'document') => {
    const { body } = await mesh.entityApi(api.orgId).post('/v1/entities', { type, name: 'Calibration record' });
    return body.data.id as string;
  };

  /** A CAPA of a new deviation, with one corrective action by default. */
  const capa = async (api: Client, more: object = {}, sourceId?: string) => {
    const source = sourceId ?? (await event(api)).id;
    const request = {
      title: 'Cold store',
      description: 'Keep it cold.',
      corrective_actions: [{ description: 'Replace the probe', due_date: '2027-03-01' }],
      ...more,
    };
    const answer = await api.post(`/v1/quality-events/${source}/capa`, request);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    const { id, corrective_actions, preventive_actions } = answer.body.data;
    const path = `/v1/quality-events/${id}`;
    const actions = [...corrective_actions, ...preventive_actions] as { id: string }[];
    const actionPath = (index = 0) => `${path}/actions/${actions[index]?.id}`;
    return {
      answer,
      api,
      id: id as string,
      source,
      path,
      actions,
      actionPath,
      read: async () => (await api.get(path)).body.data,
      patch: (body: object, headers: Headers = {}) => api.patch(path, body, { headers }),
      patchAction: (body: object, { index = 0, headers = {} }: { index?: number; headers?: Headers } = {}) =>
        api.patch(actionPath(index), body, { headers }),
    };
  };

  return { event, document, capa };
};

/** What completes an action. */
export const completion = { completion_date: '2026-01-15', completion_notes: 'Probe replaced' };

/** The audit facts of the acts on a record, each once: an event may come again. */
export const actsOn = (tap: EventTap, id: string) => {
  const events = new Map(tap.events.filter(({ subject }) => subject === id).map((event) => [event.id, event]));
  return [...events.values()].map(({ data }) => data.audit);
};
