import { isSame } from './changes.ts';
import type { Definition, State } from './definition.ts';

/** A part of a definition that two people may change at once: a member of the workflow, or a state with all that it has. */
export type Unit = 'name' | 'description' | 'entity_types' | 'is_active' | `state ${string}`;

const MEMBERS = ['name', 'description', 'entity_types', 'is_active'] as const;

const stateUnit = (id: string): Unit => `state ${id}`;

/** The parts of a definition; a state that is not there has none. */
export const toUnits = (definition: Definition): Map<Unit, unknown> => {
  const members = MEMBERS.map((member) => [member, definition[member]] as const);
  const states = definition.states.map((state) => [stateUnit(state.id), state] as const);
  return new Map<Unit, unknown>([...members, ...states]);
};

/** A part that both changed, and not to the same. */
export type Clash = { unit: Unit; base: unknown; theirs: unknown; mine: unknown };

/** What was changed here since `base`, set against what somebody else saved meanwhile. */
export const findDefinitionClashes = (base: Definition, theirs: Definition, mine: Definition): Clash[] => {
  const [old, saved, own] = [toUnits(base), toUnits(theirs), toUnits(mine)];
  return [...new Set([...own.keys(), ...saved.keys(), ...old.keys()])]
    .map((unit) => ({ unit, base: old.get(unit), theirs: saved.get(unit), mine: own.get(unit) }))
    .filter((clash) => {
      const isChanged = (value: unknown) => !isSame(value ?? null, clash.base ?? null);
      return isChanged(clash.theirs) && isChanged(clash.mine) && !isSame(clash.theirs ?? null, clash.mine ?? null);
    });
};

/** The saved definition with what was changed here; where both changed a part, mine unless `chosen` says theirs. */
export const mergeDefinitions = (
  base: Definition,
  theirs: Definition,
  mine: Definition,
  takeTheirs: ReadonlySet<Unit>,
): Definition => {
  const [old, saved, own] = [toUnits(base), toUnits(theirs), toUnits(mine)];
  const isMine = (unit: Unit) => !takeTheirs.has(unit) && !isSame(own.get(unit) ?? null, old.get(unit) ?? null);
  const pick = (unit: Unit): unknown => (isMine(unit) ? own.get(unit) : saved.get(unit));
  const added = mine.states.filter(({ id }) => !theirs.states.some((state) => state.id === id));
  const kept = [...theirs.states, ...added].flatMap(({ id }) => {
    const state = pick(stateUnit(id)) as State | undefined;
    return state ? [state] : [];
  });
  const members = Object.fromEntries(MEMBERS.map((member) => [member, pick(member)]));
  return { ...(members as Omit<Definition, 'states'>), states: kept };
};
