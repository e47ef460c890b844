import { QUEUES } from '@qsc/contracts/events';
import { expect } from 'chai';
import { SERVICES } from '../../runtime/processes.ts';
import { STATEFUL } from '../mesh/drill-plan.ts';
import { QUEUES_OF } from '../mesh/queues.ts';

describe('the mesh of the drill', () => {
  it('has wires for every service that keeps data, so that nothing of it passes by a fault', () => {
    const keeping = SERVICES.filter(({ keepsData }) => keepsData).map(({ name }) => name);
    expect(STATEFUL).to.include.members(keeping);
  });

  it('knows who takes from each queue', () => {
    expect(Object.values(QUEUES_OF).flat()).to.include.members([...QUEUES]);
  });
});
