import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { connectVault } from './vault-simulator/connected-vault.ts';
import { startVaultSimulator, type VaultSimulator } from './vault-simulator/vault-simulator.ts';

const MINUTE_MS = 60_000;

describe('the session of a connection that is used seldom', () => {
  let mesh: IntegrationMesh;
  let vault: VaultSimulator;
  let now: Date;

  before(async () => {
    now = new Date();
    mesh = await startIntegrationMesh({ clock: () => now, keepAlivePassMs: 10 });
    await mesh.startAnother();
    vault = await startVaultSimulator({ clock: () => now });
  });
  after(async () => {
    await vault.stop();
    await mesh.stop();
  });

  const pings = () => vault.requests.filter((request) => request.endsWith('/keep-alive')).length;

  it('is kept alive by one replica for all, until the connection is disabled', async () => {
    const { id, api } = await connectVault(mesh, vault, { realtime: { enabled: false } });
    for (let round = 1; round <= 5; round += 1) {
      await eventually(`round ${round} of keeping it alive`, () => pings() >= round);
      now = new Date(now.getTime() + 11 * MINUTE_MS);
    }
    await eventually('the last round', () => pings() >= 6);
    expect(vault.sessions.opened).to.equal(1);
    expect((await api.post(`/integrations/connections/${id}/disable`)).status).to.equal(200);
    const before = pings();
    const other = await startVaultSimulator({ clock: () => now });
    try {
      await connectVault(mesh, other);
      now = new Date(now.getTime() + 11 * MINUTE_MS);
      await eventually('another one is kept alive', () =>
        other.requests.some((request) => request.endsWith('/keep-alive')),
      );
      expect(pings()).to.equal(before);
    } finally {
      await other.stop();
    }
  });
});
