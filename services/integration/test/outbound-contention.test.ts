import { DuplicateKey, VersionConflict } from '@qsc/service-kit';
import { expect } from 'chai';
import { awaitingLink, type Link } from '../src/link/link.ts';
import type { LocalRecord } from '../src/local/local-record.ts';
import type { Mapping } from '../src/mapping/mapping.ts';
import { NEVER_COMPARED, newCursor } from '../src/sync/cursor.ts';
import type { MappingRun } from '../src/sync/mapping-run.ts';
import { makeOutbound } from '../src/sync/outbound.ts';

const NOW = new Date('2026-03-01T00:00:00.000Z');
const MAPPING_KEY = { orgId: 'org_1', connectionId: 'conn_1', mappingId: 'map_1' };

const RECORD: LocalRecord = {
  id: 'ent_1',
  entityType: 'supplier',
  name: 'Here',
  attributes: {},
  version: 1,
  deleted: false,
};

type Given = { refusal: Error; times?: number; heard?: (links: Map<string, Link>) => unknown; sends?: boolean };

/**
 * Links in memory. The first `times` that the stage writes some it is refused, since an event was received at that moment. It
 * comes to what waits to be sent only where it `sends`.
 */
const given = ({ refusal, times = 1, heard = () => undefined, sends = false }: Given) => {
  const links = new Map<string, Link>();
  const commits: Link[][] = [];
  const all = () => [...links.values()];
  const toPage =
    (found: Link[]) =>
    async (_mappingKey: unknown, { after }: { after: string }) =>
      found.filter(({ id }) => id > after);
  const isCompared = refusal instanceof VersionConflict;
  const outbound = makeOutbound({
    reconcile: async () => ({ settled: true, unsent: 0 }),
    cursors: {
      of: async () => ({ ...newCursor(MAPPING_KEY), scanned_at: isCompared ? NEVER_COMPARED : null }),
      save: () => null,
    } as never,
    links: {
      dirty: (...args: Parameters<ReturnType<typeof toPage>>) =>
        toPage(all().filter(({ dirty }) => dirty && sends))(...args),
      present: (...args: Parameters<ReturnType<typeof toPage>>) => toPage(all())(...args),
      findByEntityId: async () => all(),
      insert: (link: Link) => link,
      update: (link: Link) => link,
    } as never,
    parked: { findByRecordId: async () => [], remove: () => null as never },
    local: { read: async () => [RECORD], scan: async (_org, _type, { after }) => (after === '' ? [RECORD] : []) },
    thereAlready: async () => new Map(),
    clock: () => NOW,
  });
  const field_mappings = [{ source: 'name', target: 'name', required: true, transformation: null }];
  const mirrored = { content_sync: null, workflow_sync: null, esignature_sync: null };
  const own = { entity_type: 'supplier', event_subtype: null, field_mappings, ...mirrored };
  const mapping = { ...own, bidirectional: { create: !isCompared } } as unknown as Mapping;
  const ledger = {
    sync: () => ({ full: false }),
    async commit(changes: (Link | null)[]) {
      const written = changes.filter((change) => change !== null);
      if (written.length === 0) return;
      commits.push(written);
      if (commits.length > times) return;
      heard(links);
      throw refusal;
    },
  };
  const rules = {
    direction: 'bidirectional',
    sentBack: new Set(['name']),
    same: (_target: string, one: unknown, other: unknown) => one === other,
  };
  const run = { mappingKey: MAPPING_KEY, mapping, ledger, rules, plan: null } as unknown as MappingRun;
  return { links, commits, send: () => outbound(run) };
};

const toLink = (id: string): Link => ({ ...awaitingLink(MAPPING_KEY, RECORD, NOW), id, external_id: id, dirty: false });

describe('links that a synchronisation and an event write at the same moment', () => {
  it('are left to the event that made them first', async () => {
    const { commits, send } = given({
      refusal: new DuplicateKey('link', ['_id']),
      heard(links) {
        const link = awaitingLink(MAPPING_KEY, RECORD, NOW);
        links.set(link.id, link);
      },
    });
    await send();
    expect(commits).to.have.length(1);
  });

  it('become dirty all the same, except those that the event has changed', async () => {
    const { links, commits, send } = given({
      refusal: new VersionConflict('link'),
      heard: (known) => known.set('a/1', { ...toLink('a/1'), dirty: true, version: 2 }),
    });
    for (const id of ['a/1', 'a/2']) links.set(id, toLink(id));
    await send();
    const marked = commits.map((written) => written.map(({ id }) => id));
    expect(marked).to.deep.equal([['a/1', 'a/2'], ['a/2']]);
  });

  it('are settled at the version that the event has left, where they have nothing to send', async () => {
    const quiet = { ...toLink('a/1'), dirty: true, shadow: { name: 'Here' } };
    const { links, commits, send } = given({
      refusal: new VersionConflict('link'),
      heard: (known) => known.set('a/1', { ...quiet, version: 5 }),
      sends: true,
    });
    links.set('a/1', quiet);
    await send();
    expect(commits.map(([link]) => [link?.version, link?.dirty])).to.deep.equal([
      [2, false],
      [6, false],
    ]);
  });

  it('interrupt it where that has no end', async () => {
    const { links, commits, send } = given({ refusal: new VersionConflict('link'), times: Number.POSITIVE_INFINITY });
    links.set('a/1', toLink('a/1'));
    const error = await send().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(VersionConflict);
    expect(commits.length).to.be.above(1);
  });
});
