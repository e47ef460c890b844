import type { Victim } from '../mesh/drill-mesh.ts';
import { isAnswerTo, isCommand, isConfirm, isConsumerAck, isPublish, type Selects } from '../wire/frame.ts';
import type { Wire } from '../wire/wire.ts';
import { type Fault, momentOf, pause, type Scene } from './fault.ts';

/** A step of a write's way, as it shows on a wire. */
type Moment = { of: 'entity' | 'audit'; to: 'mongodb' | 'rabbitmq'; selects: () => Selects };
type Act = (scene: Scene) => void;

const commitAnswer: Moment = { of: 'entity', to: 'mongodb', selects: () => isAnswerTo(isCommand('commitTransaction')) };
const publish: Moment = { of: 'entity', to: 'rabbitmq', selects: () => isPublish };
const confirm: Moment = { of: 'entity', to: 'rabbitmq', selects: () => isConfirm };
const isInsert = isCommand('insert', 'audit_entry');
const insert: Moment = { of: 'audit', to: 'mongodb', selects: () => isInsert };
const insertAnswer: Moment = { of: 'audit', to: 'mongodb', selects: () => isAnswerTo(isInsert) };
const ack: Moment = { of: 'audit', to: 'rabbitmq', selects: () => isConsumerAck };

const kill =
  (victim: Victim): Act =>
  ({ mesh }) =>
    mesh.kill(victim);

const wireOf = ({ mesh }: Scene, { of, to }: Moment): Wire => mesh.wires[of][to];

/** Ends the connections of the moment's wire; new ones are taken at once. */
const cut =
  (moment: Moment): Act =>
  (scene) => {
    wireOf(scene, moment).cut();
    wireOf(scene, moment).mend();
  };

const needsOf = ({ of }: Moment): readonly Victim[] => (of === 'entity' ? ['gateway', 'entity'] : ['entity', 'audit']);

/** Holds such frames back for a while, so that several are held, and then lets something happen: they never arrive. */
const afterHolding = (name: string, moment: Moment, act: Act): Fault => ({
  name,
  needs: needsOf(moment),
  async run(scene) {
    const hold = wireOf(scene, moment).hold(moment.selects());
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
const atOnce = (name: string, moment: Moment & { fate: 'held' | 'passed' }, act: Act): Fault => ({
  name,
  needs: needsOf(moment),
  async run(scene) {
    const wire = wireOf(scene, moment);
    const strike = (): void => act(scene);
    const watch = moment.fate === 'held' ? wire.hold(moment.selects(), strike) : wire.watch(moment.selects(), strike);
    const came = await momentOf(watch);
    if (came) await pause(scene, 100, 100);
    watch.release();
    return came;
  },
});

/** Faults at the moments between two steps of a write's way, where something could be lost or come twice. */
export const TARGETED_FAULTS: readonly Fault[] = [
  atOnce('kill entity as its commit is answered', { ...commitAnswer, fate: 'held' }, kill('entity')),
  atOnce('cut entity from mongodb as its commit is answered', { ...commitAnswer, fate: 'held' }, cut(commitAnswer)),
  atOnce('kill mongodb as it answers a commit', { ...commitAnswer, fate: 'passed' }, kill('mongodb')),
  afterHolding('kill entity between commit and publish', publish, kill('entity')),
  afterHolding('cut entity from rabbitmq while it publishes', publish, cut(publish)),
  afterHolding('kill entity between publish and confirm', confirm, kill('entity')),
  afterHolding('cut entity from rabbitmq before its confirm', confirm, cut(confirm)),
  atOnce('kill rabbitmq as it confirms', { ...confirm, fate: 'passed' }, kill('rabbitmq')),
  afterHolding('kill audit before its insert', insert, kill('audit')),
  atOnce('kill mongodb as it answers an insert of audit', { ...insertAnswer, fate: 'passed' }, kill('mongodb')),
  afterHolding('cut audit from mongodb before its insert is answered', insertAnswer, cut(insertAnswer)),
  afterHolding('kill audit between insert and ack', ack, kill('audit')),
  afterHolding('cut audit from rabbitmq between insert and ack', ack, cut(ack)),
];
