import { type Kit, type RunningService, startService, systemCall, VersionConflict } from '@qsc/service-kit';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { auditCollections } from '../src/collections.ts';
import { makeHoldService } from '../src/hold/hold.service.ts';
import { retentionRulesExample } from '../src/retention/retention.schemas.ts';
import { makeRetentionService } from '../src/retention/retention.service.ts';
import { openRetention } from '../src/retention/retention.store.ts';
import { newOrg } from './audit-fixture.ts';

describe('a removal that is being decided', () => {
  const environment = testEnvironment();
  let identity: StandInIdentity;
  let service: RunningService;
  let kit: Kit;

  before(async () => {
    identity = await startStandInIdentity();
    service = await startService({
      name: 'audit',
      config: testServiceConfig(environment, identity),
      collections: auditCollections,
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

  const scope = { from: null, to: null, entity_types: ['supplier'], entity_ids: [] };
  const place = (org: string) => {
    const { holds, turn } = openRetention(kit);
    const service = makeHoldService({ store: holds, turn, unitOfWork: kit.unitOfWork });
    return service.place({ reason: 'Case', ...scope }, systemCall(org, kit.clock()));
  };
  const replacePolicy = (org: string) => {
    const { policies, turn } = openRetention(kit);
    const service = makeRetentionService({ store: policies, turn, unitOfWork: kit.unitOfWork });
    return service.replace(retentionRulesExample, systemCall(org, kit.clock()));
  };
  const committed = (org: string) => async () => {
    const change = await openRetention(kit).turn.unchanged(org);
    return () =>
      kit.unitOfWork.commit([change], []).then(
        () => 'committed',
        (error: unknown) => error,
      );
  };

  for (const [what, act] of Object.entries({ 'a hold': place, 'another policy': replacePolicy }))
    it(`is refused by ${what} that is committed meanwhile, and goes on after it`, async () => {
      const org = newOrg();
      const decide = committed(org);
      expect(await (await decide())()).to.equal('committed');
      const commit = await decide();
      await act(org);
      expect(await commit()).to.be.instanceOf(VersionConflict);
      expect(await (await decide())()).to.equal('committed');
    });
});
