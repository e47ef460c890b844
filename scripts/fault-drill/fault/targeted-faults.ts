import type { DrillMesh } from '../mesh/drill-mesh.ts';
import { isAnswerTo, isCommand, isConfirm, isConsumerAck, isPublish, type Selects } from '../wire/frame.ts';
import type { Wire } from '../wire/wire.ts';
import { type Fault, momentOf, pause, type Scene } from './fault.ts';

type WireOf = (mesh: DrillMesh) => Wire;
type Act = (scene: Scene) => void;

const entityToMongodb: WireOf = ({ wires }) => wires.entity.mongodb;
const entityToRabbitmq: WireOf = ({ wires }) => wires.entity.rabbitmq;
const auditToMongodb: WireOf = ({ wires }) => wires.audit.mongodb;
const auditToRabbitmq: WireOf = ({ wires }) => wires.audit.rabbitmq;

const commitAnswer = (): Selects => isAnswerTo(isCommand('commitTransaction'));
const insertAnswer = (): Selects => isAnswerTo(isCommand('insert', 'audit_entry'));

const killEntity: Act = ({ mesh }) => mesh.kill('entity');
const killAudit: Act = ({ mesh }) => mesh.kill('audit');
const killMongodb: Act = ({ mesh }) => mesh.kill('mongodb');
const killRabbitmq: Act = ({ mesh }) => mesh.kill('rabbitmq');
const flick =
  (wireOf: WireOf): Act =>
  ({ mesh }) => {
    wireOf(mesh).cut();
    wireOf(mesh).mend();
  };

/** Holds such frames back for a moment, so that several are held, and then lets something happen: they never arrive. */
const afterHolding = (name: string, [wireOf, selects]: [WireOf, () => Selects], act: Act): Fault => ({
  name,
  async run(scene) {
    const hold = wireOf(scene.mesh).hold(selects());
    const came = await momentOf(hold);
    if (came) {
      await pause(scene, 0, 400);
      act(scene);
      // The dead process's connections end before what they held could go on.
      await pause(scene, 100, 100);
    }
    hold.release();
    return came;
  },
});

/** Lets something happen in the very moment when such a frame comes: held, it never arrives; passed, it does. */
const atOnce = (name: string, [wireOf, selects]: [WireOf, () => Selects], fate: 'held' | 'passed', act: Act): Fault => ({
  name,
  async run(scene) {
    const wire = wireOf(scene.mesh);
    const strike = (): void => act(scene);
    const watch = fate === 'held' ? wire.hold(selects(), strike) : wire.watch(selects(), strike);
    const came = await momentOf(watch);
    if (came) await pause(scene, 100, 100);
    watch.release();
    return came;
  },
});

/** Faults at the moments between two steps of a write's way, where something could be lost or come twice. */
export const TARGETED_FAULTS: readonly Fault[] = [
  atOnce('kill entity as its commit is answered', [entityToMongodb, commitAnswer], 'held', killEntity),
  atOnce('cut entity from mongodb as its commit is answered', [entityToMongodb, commitAnswer], 'held', flick(entityToMongodb)),
  atOnce('kill mongodb as it answers a commit', [entityToMongodb, commitAnswer], 'passed', killMongodb),
  afterHolding('kill entity between commit and publish', [entityToRabbitmq, () => isPublish], killEntity),
  afterHolding('cut entity from rabbitmq while it publishes', [entityToRabbitmq, () => isPublish], flick(entityToRabbitmq)),
  afterHolding('kill entity between publish and confirm', [entityToRabbitmq, () => isConfirm], killEntity),
  afterHolding('cut entity from rabbitmq before its confirm', [entityToRabbitmq, () => isConfirm], flick(entityToRabbitmq)),
  atOnce('kill rabbitmq as it confirms', [entityToRabbitmq, () => isConfirm], 'passed', killRabbitmq),
  afterHolding('kill audit before its insert', [auditToMongodb, () => isCommand('insert', 'audit_entry')], killAudit),
  atOnce('kill mongodb as it answers an insert of audit', [auditToMongodb, insertAnswer], 'passed', killMongodb),
  afterHolding('cut audit from mongodb before its insert is answered', [auditToMongodb, insertAnswer], flick(auditToMongodb)),
  afterHolding('kill audit between insert and ack', [auditToRabbitmq, () => isConsumerAck], killAudit),
  afterHolding('cut audit from rabbitmq between insert and ack', [auditToRabbitmq, () => isConsumerAck], flick(auditToRabbitmq)),
];
