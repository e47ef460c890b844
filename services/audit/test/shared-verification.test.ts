import { generateKeyPairSync } from 'node:crypto';
import { EMBEDDED_FILES, openFileStore } from '@qsc/file-store';
import { makeKeyRing, type RunningService, startService, toEvidenceKey } from '@qsc/service-kit';
import {
  apiClient,
  dropDatabases,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { chainRoutes } from '../src/chain/chain.routes.ts';
import type { ChainService } from '../src/chain/chain.service.ts';
import type { ChainStore } from '../src/chain/chain.store.ts';
import { openChains, openVerification } from '../src/chain/open-chains.ts';
import type { ChainWalk, Part, Walked } from '../src/chain/walk.ts';
import { auditCollections } from '../src/collections.ts';
import { EMPTY_CHAIN, entryAfter } from '../src/entry/entry.ts';
import { makeActEvent, newOrg } from './audit-fixture.ts';

/** Walks that take until the test ends them, and end when they are aborted. */
const makeEndlessWalks = () => {
  const walks: (Part & { end(): void })[] = [];
  const walk: ChainWalk = (_orgId, part) => {
    const walked = Promise.withResolvers<Walked>();
    const head = { sequence: part.range.last, hash: EMPTY_CHAIN.hash };
    walks.push({ ...part, end: () => walked.resolve({ entries: 1, vouched: 0, head, broken: null }) });
    part.signal?.addEventListener('abort', () => walked.reject(part.signal?.reason));
    return walked.promise;
  };
  return { walks, walk };
};

describe('verifications that run at the same time', () => {
  const environment = testEnvironment();
  const { walks, walk } = makeEndlessWalks();
  const WHOLE = { from: null, to: null };
  let identity: StandInIdentity;
  let service: RunningService;
  let chains: ChainStore;
  let verify: ChainService['verify'];

  before(async () => {
    identity = await startStandInIdentity();
    const config = {
      ...testServiceConfig(environment, identity),
      ...EMBEDDED_FILES,
      AUDIT_SIGNING_KEY: generateKeyPairSync('ed25519').privateKey,
    };
    service = await startService({
      name: 'audit',
      config,
      collections: auditCollections,
      async compose(kit) {
        const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY });
        const opened = openChains(kit, { ring, files: await openFileStore(config, kit), checkpointArchive: null });
        const chainService = openVerification(kit, { ...opened, walk });
        chains = opened.chains;
        verify = chainService.verify;
        return { routes: chainRoutes(chainService, toEvidenceKey(config.AUDIT_SIGNING_KEY)) };
      },
    });
  });
  after(async () => {
    await service.stop();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });
  beforeEach(() => {
    walks.length = 0;
  });

  const entryBehind = async (org: string) => {
    const { id: eventId, data } = makeActEvent(org);
    const action = { eventId, orgId: org, time: new Date(), facts: data.audit };
    return entryAfter(await chains.readHead(org), action, new Date());
  };

  const orgWithEntry = async (): Promise<string> => {
    const org = newOrg();
    await chains.append([await entryBehind(org)]);
    return org;
  };

  const started = (count: number) => eventually(`${count} walks`, () => walks.length === count);

  it('share the next walk where they are of the same organisation and period, and wait for no other', async () => {
    const [org, other] = [await orgWithEntry(), await orgWithEntry()];
    const from = new Date(0);
    const first = verify(org, WHOLE);
    await started(1);
    await chains.append([await entryBehind(org)]);
    const equal = [verify(org, WHOLE), verify(org, WHOLE)];
    const others = [verify(org, { from, to: null }), verify(org, { from: null, to: new Date() }), verify(other, WHOLE)];
    await started(4);
    for (const { end } of walks) end();
    expect(await first).to.include({ last_sequence: 1 });
    await Promise.all(others);
    await started(5);
    walks[4]?.end();
    for (const found of await Promise.all(equal)) expect(found).to.include({ valid: true, last_sequence: 2 });
    expect(walks).to.have.lengthOf(5);
  });

  it('continue while one of the callers is connected, and end when all have disconnected', async () => {
    const org = await orgWithEntry();
    const [one, other] = [new AbortController(), new AbortController()];
    const request = [one, other].map(({ signal }) => verify(org, WHOLE, { gone: signal }).catch((error) => error));
    await started(1);
    one.abort();
    expect(walks[0]?.signal?.aborted).to.equal(false);
    const reason = new Error('gone');
    other.abort(reason);
    expect(walks[0]?.signal?.aborted).to.equal(true);
    expect(await Promise.all(request)).to.deep.equal([reason, reason]);
    const later = verify(org, WHOLE);
    await started(2);
    walks[1]?.end();
    expect(await later).to.include({ valid: true });
  });

  it('end when the caller breaks off over HTTP', async () => {
    const org = await orgWithEntry();
    const url = `http://127.0.0.1:${service.httpPort}/v1`;
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${identity.token({ orgId: org })}` };
    const left = fetch(`${url}/audit-logs/verify`, { headers, signal: leave.signal }).catch(() => 'left');
    await started(1);
    leave.abort();
    expect(await left).to.equal('left');
    await eventually('the walk is aborted', () => walks[0]?.signal?.aborted);
    const answer = apiClient(url, identity.token({ orgId: org })).get('/audit-logs/verify');
    await started(2);
    walks[1]?.end();
    expect((await answer).body.data).to.include({ valid: true });
  });
});
