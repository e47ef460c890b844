import { type Call, type Kit, type RunningService, startService, systemCall } from '@qsc/service-kit';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { makeReportService, type SectionMakers } from '../src/report/report.service.ts';
import { makeReportStore, reportDefinition } from '../src/report/report.store.ts';
import { newOrg } from './audit-fixture.ts';

describe('a report whose caller leaves before it is made', () => {
  const environment = testEnvironment();
  let identity: StandInIdentity;
  let service: RunningService;
  let kit: Kit;

  before(async () => {
    identity = await startStandInIdentity();
    service = await startService({
      name: 'audit',
      config: testServiceConfig(environment, identity),
      collections: [reportDefinition],
      compose(composed) {
        kit = composed;
        return { routes: [] };
      },
    });
  });
  after(async () => {
    await service.stop();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  /** What the caller who leaves while the services are asked would have got, and how many reports there are then. */
  const leaveWhileMade = async (idempotency: Call['idempotency']) => {
    const org = newOrg();
    const leave = new AbortController();
    const rows = kit.open(reportDefinition);
    const reports = makeReportService({
      makers: {} as SectionMakers,
      needs: { electronic_signatures: [], audit_trail_completeness: [], access_controls: [], system_validations: [] },
      peers: {
        async programs() {
          leave.abort(new Error('gone'));
          return [];
        },
      },
      removedUntil: async () => null,
      store: makeReportStore(rows),
      organizations: { get: async () => ({ name: 'Acme' }) },
      unitOfWork: kit.unitOfWork,
      version: '1',
    });
    const call: Call = { ...systemCall(org, kit.clock()), gone: leave.signal, idempotency };
    const input = { from: new Date(0), to: kit.clock(), include_sections: [] };
    const outcome = await reports.create(input, call).then(
      () => 'made',
      (error: Error) => error.message,
    );
    return { outcome, stored: await rows.count({ org_id: org }) };
  };

  it('is not stored, since nobody would find it', async () => {
    expect(await leaveWhileMade(null)).to.deep.equal({ outcome: 'gone', stored: 0 });
  });

  it('is stored where an idempotency key was sent, with which the caller can read it again', async () => {
    const key = { id: 'key', fingerprint: 'report', once: [], stored: false };
    expect(await leaveWhileMade(key)).to.deep.equal({ outcome: 'made', stored: 1 });
  });
});
