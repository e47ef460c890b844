import type { Random } from '../random.ts';
import type { PromisedEvent, PromisedSupplier } from './ledger.ts';
import { otherSide, type Pen } from './pen.ts';
import { type Case, nextStep, type Step, TYPES } from './quality-way.ts';
import { addAction, completeActions, findEffective, markEvent, openAtOnce, openCapa } from './quality-writes.ts';
import { decide, isEnded, sign, transitionByPatch, transitionByRequest } from './workflow-writes.ts';

type Write = { key: string; own: { cases: Case[]; suppliers: PromisedSupplier[] }; random: Random };

const OPENED = 3;
/** So many that approvals and signatures come in a short drill too. */
const STEPS = 3;

/** Opens quality events, writes to them, or takes one some steps further on its way. */
export const writeQuality = async (pen: Pen, write: Write): Promise<void> => {
  const { key, own, random } = write;
  const dice = own.cases.length === 0 ? 0 : random.next();
  const unmarked = own.cases.find(({ event }) => isOpenToChange(event) && event.fields.description === undefined);
  const moving = own.cases.filter((one) => nextStep(one) !== null);
  if (dice < 0.12 || moving.length === 0) own.cases.push(...(await openSome(pen, write)));
  else if (dice < 0.25 && unmarked) await markEvent(pen, key, unmarked);
  else {
    // The oldest first, so that some come to their end in a short drill too.
    const one = random.next() < 0.85 ? moving[0] : random.pick(moving);
    if (one) await walkOn(pen, one, write);
  }
};

/** What waits for approval stays as the approvers see it. */
const isOpenToChange = (event: PromisedEvent): boolean => !isEnded(event) && event.state !== 'pending_approval';

const openSome = (pen: Pen, { key, own, random }: Write): Promise<Case[]> => {
  const news = Array.from({ length: OPENED }, () => {
    const type = random.pick(TYPES);
    // A finding about a supplier would make a transition by itself whenever that is qualified.
    const isAbout = type !== 'audit_finding' && own.suppliers.length > 0;
    return { type, supplierId: isAbout ? random.pick(own.suppliers).record.id : null };
  });
  return openAtOnce([pen, otherSide(pen)], key, news);
};

/** Takes an event some steps further, each a request with a key of its own; less where it ends or waits. */
const walkOn = async (pen: Pen, one: Case, { key, own, random }: Write): Promise<void> => {
  for (let count = 0; count < STEPS && nextStep(one) !== null; count += 1)
    own.cases.push(...(await stepOn(pen, one, { key: `${key}-${count}`, own, random })));
};

/** Takes an event one step further. Answers what was opened by it. */
const stepOn = async (pen: Pen, one: Case, { key, random }: Write): Promise<Case[]> => {
  const step = nextStep(one);
  if (step?.kind === 'openCapa') return [await openCapa(pen, key, one)];
  if (step?.kind === 'transition' && random.next() < 0.5) await transitionByPatch(pen, step, one);
  else if (step?.kind === 'decide')
    await decide(pen, key, { one, decision: random.next() < 0.8 ? 'approve' : 'reject' });
  else if (step) await take(pen, key, { one, step });
  return [];
};

const take = async (pen: Pen, key: string, { one, step }: { one: Case; step: Step }): Promise<void> => {
  if (step.kind === 'addAction') await addAction(pen, key, one);
  if (step.kind === 'complete') await completeActions(pen, key, one);
  if (step.kind === 'check') await findEffective(pen, key, one);
  if (step.kind === 'sign') await sign(pen, key, { one, to: step.to });
  if (step.kind === 'transition' || step.kind === 'ask') await transitionByRequest(pen, key, { one, ...step });
};
