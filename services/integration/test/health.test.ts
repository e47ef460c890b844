import { expect } from 'chai';
import type { Connection } from '../src/connection/connection.ts';
import { odataV4 } from '../src/connector/odata-v4/odata-v4.ts';
import { veevaVault } from '../src/connector/veeva-vault/veeva-vault.ts';
import { toHealth } from '../src/health/health.ts';
import type { SyncSummary } from '../src/sync/sync.store.ts';

const AT = new Date('2026-03-01T00:00:00Z');

const connection = (more: Partial<Connection> = {}) =>
  ({
    id: 'conn_1',
    type: 'odata_v4',
    status: 'active',
    problem: null,
    next_sync_at: AT,
    endpoints: { api_base: 'https://partner.example.com', api_version: 'v4', host: null },
    ...more,
  }) as unknown as Connection;

const sync = (status: string, seconds: number, records: number) =>
  ({
    id: 'sync_1',
    status,
    started_at: AT,
    completed_at: new Date(AT.getTime() + seconds * 1_000),
    records_succeeded: records,
    response_time_ms: 12,
  }) as unknown as SyncSummary;

const QUIET = { connector: odataV4, running: null, recent: [], pending: { inbound: 0, outbound: 0 }, now: AT };

/** One that runs: how often it was put off, and until when from now on. */
const running = (retries: number, seconds: number, response_time_ms: number | null) => ({
  retries,
  response_time_ms,
  next_at: new Date(AT.getTime() + seconds * 1_000),
});

describe('the health of a connection', () => {
  it('counts what happened in a day', () => {
    const recent = [sync('success', 2, 10), sync('partial_success', 4, 5), sync('failed', 6, 0)];
    const health = toHealth({ ...QUIET, connection: connection(), latest: recent[0] ?? null, recent });
    expect(health.metrics).to.deep.equal({
      success_rate_24h: 33.3,
      avg_sync_duration: 4,
      total_records_synced_24h: 15,
    });
    expect(health.last_sync).to.deep.include({ status: 'success', records_synced: 10, duration_seconds: 2 });
  });

  it('has null for what never happened', () => {
    const health = toHealth({ ...QUIET, connection: connection(), latest: null });
    expect(health).to.deep.include({ status: 'healthy', last_sync: null });
    expect(health.metrics).to.deep.equal({
      success_rate_24h: null,
      avg_sync_duration: null,
      total_records_synced_24h: 0,
    });
    expect(health.remote_status).to.deep.equal({ api_available: null, api_version: 'v4', response_time_ms: null });
    expect(health).not.to.have.property('vault_status');
  });

  for (const [status, latest, expected] of [
    ['active', 'success', 'healthy'],
    ['active', 'partial_success', 'degraded'],
    ['active', 'failed', 'unhealthy'],
    ['error', 'success', 'unhealthy'],
    ['disabled', 'success', 'inactive'],
    ['authorized', null, 'inactive'],
  ] as const)
    it(`is ${expected} where the connection is ${status} and the last synchronisation ${latest ?? 'never was'}`, () => {
      const observed = { ...QUIET, latest: latest && sync(latest, 1, 1) };
      expect(toHealth({ ...observed, connection: connection({ status }) }).status).to.equal(expected);
    });

  for (const [what, latest, one, expected] of [
    ['waits for a rate limit', 'success', running(0, 60, null), ['degraded', false]],
    ['waits for its next try, after no answer', 'success', running(1, 60, null), ['degraded', false]],
    ['waits for its next try, after an answer', 'success', running(1, 60, 9), ['degraded', true]],
    ['is tried again and was not answered yet', 'success', running(1, -1, null), ['degraded', false]],
    ['is tried again and was answered', 'success', running(1, -1, 9), ['degraded', true]],
    ['waits for its next try after one that failed', 'failed', running(1, 60, null), ['unhealthy', false]],
    ['was not answered yet', 'success', running(0, 0, null), ['healthy', true]],
    ['was answered', 'success', running(0, 0, 9), ['healthy', true]],
    ['was answered after one that failed', 'failed', running(0, 0, 9), ['unhealthy', true]],
    ['was not answered yet', null, running(0, 0, null), ['healthy', null]],
    ['waits for a rate limit', null, running(0, 60, null), ['degraded', false]],
  ] as const)
    it(`is ${expected[0]} where the last synchronisation ${latest ?? 'never was'} and one runs that ${what}`, () => {
      const ended = latest && sync(latest, 1, 1);
      const { status, remote_status } = toHealth({ ...QUIET, connection: connection(), latest: ended, running: one });
      expect([status, remote_status.api_available]).to.deep.equal(expected);
    });

  it('has the block of a Vault under the name that the specification gives it', () => {
    const vault = connection({ type: 'veeva_vault' });
    const latest = sync('success', 1, 1);
    const health = toHealth({ ...QUIET, connection: vault, connector: veevaVault, latest });
    expect(health.vault_status).to.deep.equal({ api_available: true, api_version: 'v4', response_time_ms: 12 });
  });
});
