import { expect } from 'chai';
import { AppError } from '../src/error.ts';
import type { GrpcClient } from '../src/grpc/client.ts';
import { makeOrganizations } from '../src/identity/organization.ts';

describe('the settings of an organisation', () => {
  let now: number;
  let isAway: boolean;
  let zone: string;
  let asked: number;

  beforeEach(() => {
    now = 1_000_000;
    isAway = false;
    zone = 'Asia/Kolkata';
    asked = 0;
  });

  const settingsIn = (time_zone: string) => ({
    id: 'org_1',
    name: 'Elsewhere',
    time_zone,
    strict_mode: false,
    recorded_reads: [],
    audit_review_interval_days: 90,
    tier: 'free',
    requests_per_minute: 0,
    burst: 0,
    sandbox: false,
  });

  const open = () => {
    const call = async () => {
      asked += 1;
      if (isAway) throw new AppError('service_unavailable', 'Identity is away.');
      return settingsIn(zone);
    };
    const organizations = makeOrganizations({ call } as unknown as GrpcClient, () => new Date(now));
    const readZone = async () => (await organizations.get('org_1', 5_000)).time_zone;
    return { organizations, readZone };
  };

  it('are those of the last request, and are asked for again after five seconds', async () => {
    const { organizations, readZone } = open();
    organizations.remember(settingsIn('Europe/Berlin'));
    expect([await readZone(), asked]).to.deep.equal(['Europe/Berlin', 0]);
    now += 5_000;
    expect([await readZone(), asked]).to.deep.equal(['Asia/Kolkata', 1]);
    zone = 'UTC';
    expect([await readZone(), asked]).to.deep.equal(['Asia/Kolkata', 1]);
  });

  it('hold while identity is away, the newest of them, whether they came with a request or were asked for', async () => {
    const { organizations, readZone } = open();
    expect(await readZone()).to.equal('Asia/Kolkata');
    organizations.remember(settingsIn('Europe/Berlin'));
    isAway = true;
    now += 60_000;
    expect([await readZone(), await readZone(), asked]).to.deep.equal(['Europe/Berlin', 'Europe/Berlin', 2]);
    expect((await organizations.get('org_1')).time_zone).to.equal('Europe/Berlin');
  });

  it('cannot be had of an organisation that was never seen while identity is away', async () => {
    isAway = true;
    const { organizations } = open();
    const refusal = await organizations.get('org_1', 5_000).catch((error: AppError) => error.code);
    expect(refusal).to.equal('service_unavailable');
  });
});
