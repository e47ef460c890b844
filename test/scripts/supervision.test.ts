import { expect } from 'chai';
import { bringUp } from '../../scripts/runtime/bring-up.ts';
import { Advice } from '../../scripts/runtime/command-line.ts';
import { isSameProcess } from '../../scripts/runtime/process-identity.ts';
import { currentProcesses, isSupervised, type MeshState, readState } from '../../scripts/runtime/state.ts';
import { RestartPolicy } from '../../scripts/runtime/supervised-process.ts';
import { takeDown } from '../../scripts/runtime/take-down.ts';
import { findProcess, makeSmallMesh, quiet, type SmallMesh, smallProcess, waitForState } from './small-mesh.ts';

const killedPid = (mesh: SmallMesh, name: string): number => {
  const { pid } = findProcess(mesh.paths, name);
  if (pid === null) throw new Error(`${name} does not run.`);
  process.kill(pid, 'SIGKILL');
  return pid;
};

const writtenState = (mesh: SmallMesh): MeshState => {
  const state = readState(mesh.paths.state);
  if (state === null) throw new Error('Nothing was written.');
  return state;
};

const killSupervisor = async (mesh: SmallMesh): Promise<void> => {
  const { pid, ticks } = writtenState(mesh).supervisor;
  process.kill(pid, 'SIGKILL');
  while (isSameProcess(pid, ticks)) await new Promise(setImmediate);
};

describe('supervision of the processes', () => {
  let mesh: SmallMesh;

  beforeEach(async () => {
    mesh = await makeSmallMesh();
  });

  afterEach(() => mesh.remove());

  it('starts a dead process again in less than two seconds, however often it died', () => {
    const policy = new RestartPolicy();
    for (let death = 0; death < 20; death += 1) expect(policy.died(0).waitMs).to.be.below(2_000);
  });

  it('starts a killed process again, time after time', async () => {
    await bringUp(mesh.plan, mesh.paths, quiet);
    for (let round = 0; round < 3; round += 1) {
      const dead = killedPid(mesh, 'one');
      const again = await waitForState(
        () => findProcess(mesh.paths, 'one'),
        ({ pid }) => pid !== null && pid !== dead,
      );
      expect(again.restarts).to.equal(round + 1);
      await waitForState(
        () => findProcess(mesh.paths, 'one'),
        ({ state }) => state === 'running',
      );
    }
    expect(findProcess(mesh.paths, 'other').restarts).to.equal(0);
  });

  it('says which process keeps dying, with the end of its log', async () => {
    const processes = [...mesh.plan.processes, smallProcess('hungry', mesh.portBase + 2, 'dying')];
    const failure = await bringUp({ ...mesh.plan, processes }, mesh.paths, quiet).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Advice);
    expect(String(failure)).to.match(/hungry keeps dying.*the pantry is empty/s);
    expect(findProcess(mesh.paths, 'hungry').state).to.equal('failing');
    expect(findProcess(mesh.paths, 'one').state).to.equal('running');
  });

  it('leaves a mesh alone that already runs the plan', async () => {
    await bringUp(mesh.plan, mesh.paths, quiet);
    const before = writtenState(mesh);
    await bringUp(mesh.plan, mesh.paths, quiet);
    expect(writtenState(mesh)).to.deep.equal(before);
  });

  it('starts again when what is to run has changed', async () => {
    await bringUp(mesh.plan, mesh.paths, quiet);
    const processes = [smallProcess('one', mesh.portBase + 5)];
    await bringUp({ ...mesh.plan, processes }, mesh.paths, quiet);
    expect(writtenState(mesh).processes.map(({ name, http_port }) => [name, http_port])).to.deep.equal([
      ['one', mesh.portBase + 5],
    ]);
  });

  it('replaces what a killed supervisor left behind', async () => {
    await bringUp(mesh.plan, mesh.paths, quiet);
    const orphan = findProcess(mesh.paths, 'one');
    await killSupervisor(mesh);
    expect(isSameProcess(orphan.pid, orphan.ticks)).to.equal(true);
    await bringUp(mesh.plan, mesh.paths, quiet);
    expect(isSameProcess(orphan.pid, orphan.ticks)).to.equal(false);
    expect(isSupervised(writtenState(mesh))).to.equal(true);
    expect(findProcess(mesh.paths, 'one').state).to.equal('running');
  });

  it('stops everything, also what has no supervisor any more', async () => {
    await bringUp(mesh.plan, mesh.paths, quiet);
    await killSupervisor(mesh);
    expect(await takeDown(mesh.paths, quiet)).to.equal(true);
    expect(currentProcesses(writtenState(mesh)).map(({ state }) => state)).to.deep.equal(['stopped', 'stopped']);
    expect(await takeDown(mesh.paths, quiet)).to.equal(false);
  });
});
