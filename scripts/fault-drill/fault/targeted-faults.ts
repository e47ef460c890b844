import type { DrillMesh, Victim } from '../mesh/drill-mesh.ts';
import { type Keeper, REPLICAS, type Replica } from '../mesh/drill-plan.ts';
import { type Fault, pause } from './fault.ts';
import { ambush, getWire, MOMENTS, type Moment, within } from './moment.ts';

type Act = (mesh: DrillMesh, replica: Replica) => void;

const MOMENT_MS = 10_000;

/** Kills the process whose moment it is. */
const killIt: Act = (mesh, replica) => mesh.kill(replica);

const kill =
  (victim: Victim): Act =>
  (mesh) =>
    mesh.kill(victim);

/** Kills both replicas of another service, which may wait for the answer of the one whose moment it is. */
const killAll =
  (service: Keeper): Act =>
  (mesh) => {
    for (const replica of REPLICAS[service]) mesh.kill(replica);
  };

/** Ends the connections of the moment's wire; new ones are taken at once. */
const cut =
  (moment: Moment): Act =>
  (mesh, replica) => {
    const wire = getWire(mesh, replica, moment);
    wire.cut();
    wire.restore();
  };

/** What writes go through on their way to such a moment. */
const WAY_TO = {
  identity: [],
  entity: ['entity'],
  audit: ['entity', 'audit'],
  supplier: ['entity', 'supplier'],
  certificate: ['entity', 'certificate'],
  'certificate-worker': ['entity', 'certificate', 'certificate-worker'],
  quality: ['entity', 'quality', 'workflow'],
  workflow: ['entity', 'quality', 'workflow'],
  webhook: ['entity', 'webhook'],
  integration: ['entity', 'integration'],
  'audit-worker': ['entity', 'audit', 'audit-worker'],
  projector: ['entity', 'projector'],
} as const satisfies Record<Keeper, readonly Keeper[]>;

const listNeeds = ({ of }: Moment): readonly Victim[] => [
  ...REPLICAS.gateway,
  ...WAY_TO[of].flatMap((name): readonly Replica[] => REPLICAS[name]),
];

/** Holds such frames back for a while, so that several are held, and then lets something happen: they never arrive. */
const afterHolding = (name: string, moment: Moment, act: Act): Fault => ({
  name,
  needs: listNeeds(moment),
  async run(scene) {
    const hold = ambush(scene.mesh, { ...moment, fate: 'held' });
    const replica = await within(moment.timeoutMs ?? MOMENT_MS, hold.reached);
    if (replica !== null) {
      await pause(scene, 0, 400);
      act(scene.mesh, replica);
      // The dead process's connections end before what they held could go on.
      await pause(scene, 100, 100);
    }
    hold.release();
    return replica !== null;
  },
});

/** Lets something happen in the very moment when such a frame comes: held, it never arrives; passed, it does. */
const atOnce = (name: string, moment: Moment & { fate: 'held' | 'passed' }, act: Act): Fault => ({
  name,
  needs: listNeeds(moment),
  async run(scene) {
    const watch = ambush(scene.mesh, moment, (replica) => act(scene.mesh, replica));
    const came = (await within(moment.timeoutMs ?? MOMENT_MS, watch.reached)) !== null;
    if (came) await pause(scene, 100, 100);
    watch.release();
    return came;
  },
});

const { commitAnswer, publish, confirm, insert, insertAnswer, ack } = MOMENTS;
const { listCommit, listCommitAnswer, listAck } = MOMENTS;
const { workflowCommit, workflowCommitAnswer, workflowPublish, qualityCommit, qualityCommitAnswer, qualityAck } =
  MOMENTS;
const { intake, intakeAck, deliveryRecord } = MOMENTS;
const { syncWrite, syncCommit, syncCommitAnswer } = MOMENTS;
const { file, certificateCommit, certificateCommitAnswer, extractionBegin, extractionEnd, extractionAck } = MOMENTS;

/** Events of one replica wait while those of the other go on, also on the same records. */
const comeLate: Fault = {
  name: 'events of one entity replica come late',
  needs: listNeeds(publish),
  async run(scene) {
    const hold = getWire(scene.mesh, scene.random.pick(REPLICAS.entity), publish).hold(publish.selects());
    const came = (await within(MOMENT_MS, hold.reached)) !== null;
    if (came) await pause(scene, 300, 1_500);
    hold.release();
    return came;
  },
};

/** Faults at the moments between two steps of a write's way, where something could be lost or come twice. */
export const TARGETED_FAULTS: readonly Fault[] = [
  comeLate,
  atOnce('kill entity as its commit is answered', { ...commitAnswer, fate: 'held' }, killIt),
  atOnce('cut entity from mongodb as its commit is answered', { ...commitAnswer, fate: 'held' }, cut(commitAnswer)),
  atOnce('kill mongodb as it answers a commit', { ...commitAnswer, fate: 'passed' }, kill('mongodb')),
  afterHolding('kill entity between commit and publish', publish, killIt),
  afterHolding('cut entity from rabbitmq while it publishes', publish, cut(publish)),
  afterHolding('kill entity between publish and confirm', confirm, killIt),
  afterHolding('cut entity from rabbitmq before its confirm', confirm, cut(confirm)),
  atOnce('kill rabbitmq as it confirms', { ...confirm, fate: 'passed' }, kill('rabbitmq')),
  afterHolding('kill audit before its insert', insert, killIt),
  atOnce('kill mongodb as it answers an insert of audit', { ...insertAnswer, fate: 'passed' }, kill('mongodb')),
  afterHolding('cut audit from mongodb before its insert is answered', insertAnswer, cut(insertAnswer)),
  afterHolding('kill audit between insert and ack', ack, killIt),
  afterHolding('cut audit from rabbitmq between insert and ack', ack, cut(ack)),
  afterHolding('kill supplier before its commit', listCommit, killIt),
  atOnce('kill supplier as its commit is answered', { ...listCommitAnswer, fate: 'held' }, killIt),
  afterHolding('kill supplier between commit and ack', listAck, killIt),
  afterHolding('kill certificate while it stores a file', file, killIt),
  afterHolding('kill certificate between its file and its commit', certificateCommit, killIt),
  atOnce('kill certificate as its commit is answered', { ...certificateCommitAnswer, fate: 'held' }, killIt),
  afterHolding('kill certificate-worker as it begins to read', extractionBegin, killIt),
  afterHolding('kill certificate-worker between reading and its commit', extractionEnd, killIt),
  afterHolding('kill certificate-worker between commit and ack', extractionAck, killIt),
  afterHolding('kill workflow before its commit', workflowCommit, killIt),
  atOnce('kill workflow as its commit is answered', { ...workflowCommitAnswer, fate: 'held' }, killIt),
  afterHolding('kill workflow between commit and publish', workflowPublish, killIt),
  atOnce('kill quality as workflow has committed', { ...workflowCommitAnswer, fate: 'passed' }, killAll('quality')),
  afterHolding('kill quality before it changes a record', qualityCommit, killIt),
  atOnce('kill quality as its commit is answered', { ...qualityCommitAnswer, fate: 'held' }, killIt),
  afterHolding('kill quality between commit and ack', qualityAck, killIt),
  afterHolding('kill webhook before it inserts deliveries', intake, killIt),
  afterHolding('kill webhook between insert and ack', intakeAck, killIt),
  afterHolding('kill webhook between an answer and its record', deliveryRecord, killIt),
  afterHolding('cut webhook from mongodb before an answer is recorded', deliveryRecord, cut(deliveryRecord)),
  afterHolding('kill integration between its local writes and its links', syncWrite, killIt),
  afterHolding('kill integration before it commits a page', syncCommit, killIt),
  atOnce('kill integration as its commit is answered', { ...syncCommitAnswer, fate: 'held' }, killIt),
  atOnce('kill integration as entity has committed', { ...commitAnswer, fate: 'passed' }, killAll('integration')),
];
