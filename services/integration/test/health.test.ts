import { expect } from 'chai';
import type { Connection } from '../src/connection/connection.ts';
import { odataV4 } from '../src/connector/odata-v4/odata-v4.ts';
import { veevaVault } from '../src/connector/veeva-vault/veeva-vault.ts';
import { healthOf } from '../src/health/health.ts';
import type { SyncSummary } from '../src/sync/sync.store.ts';

const AT = new Date('2026-03-01T00:00:00Z');

const connection = (more: Partial<Connection> = {}) =>
  ({
    ...{ id: 'conn_1', type: 'odata_v4', status: 'active', problem: null, next_sync_at: AT },
    endpoints: { api_base: 'https://partner.example.com', api_version: 'v4', host: null },
    ...more,
  }) as unknown as Connection;

const sync = (status: string, seconds: number, records: number) =>
  ({
    ...{ id: 'sync_1', status, started_at: AT, completed_at: new Date(AT.getTime() + seconds * 1_000) },
    ...{ records_succeeded: records, response_time_ms: 12 },
  }) as unknown as SyncSummary;

const NOTHING = { inbound: 0, outbound: 0 };

describe('the health of a connection', () => {
  it('counts what happened in a day', () => {
    const recent = [sync('success', 2, 10), sync('partial_success', 4, 5), sync('failed', 6, 0)];
    const health = healthOf({
      connection: connection(),
      connector: odataV4,
      latest: recent[0] ?? null,
      recent,
      pending: NOTHING,
    });
    expect(health.metrics).to.deep.equal({
      success_rate_24h: 33.3,
      avg_sync_duration: 4,
      total_records_synced_24h: 15,
    });
    expect(health.last_sync).to.deep.include({ status: 'success', records_synced: 10, duration_seconds: 2 });
  });

  it('tells nothing of what never happened', () => {
    const health = healthOf({
      connection: connection(),
      connector: odataV4,
      latest: null,
      recent: [],
      pending: NOTHING,
    });
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
      const observed = { latest: latest && sync(latest, 1, 1), recent: [], pending: NOTHING };
      expect(healthOf({ connection: connection({ status }), connector: odataV4, ...observed }).status).to.equal(
        expected,
      );
    });

  it('has the block of a Vault under the name that the specification gives it', () => {
    const vault = connection({ type: 'veeva_vault' });
    const observed = { latest: sync('success', 1, 1), recent: [], pending: NOTHING };
    const health = healthOf({ connection: vault, connector: veevaVault, ...observed });
    expect(health.vault_status).to.deep.equal({ api_available: true, api_version: 'v4', response_time_ms: 12 });
  });
});
