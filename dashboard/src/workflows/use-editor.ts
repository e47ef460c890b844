import { useMemo, useRef, useState } from 'react';
import { useStoredDraft, useValueDraft } from '../ui/use-draft.ts';
import { isSame } from './changes.ts';
import type { Place, PlacedFault } from './check-fault.ts';
import { type Definition, toDefinition, type Workflow } from './definition.ts';

/** The version that is edited: what is typed is a change of that, also when a newer one was saved meanwhile. */
export type Base = { version: number; definition: Definition };

type Draft = { base: Base; definition: Definition };

/** What the forms of the editor share. */
export type Editor = {
  definition: Definition;
  change: (change: (definition: Definition) => Definition) => void;
  chosen: Place | null;
  choose: (place: Place | null) => void;
  faults: readonly PlacedFault[];
  /** How often the definition was replaced as a whole: part of the keys of forms, so that inputs show it. */
  resets: number;
};

/** Changes that follow each other faster than this are undone together. */
const TOGETHER_MS = 800;

const toBase = (workflow: Workflow): Base => ({ version: workflow.version, definition: toDefinition(workflow) });

/** A definition as it is edited, with its draft, the version that it began with, and the way back. */
export const useDefinition = (workflow: Workflow) => {
  const name = `${workflow.id}:definition`;
  const draft = useStoredDraft<Draft>(name);
  const [restored] = useState(draft.read);
  const [base, setBase] = useState<Base>(restored?.base ?? toBase(workflow));
  const [definition, setDefinition] = useState(restored?.definition ?? base.definition);
  const [past, setPast] = useState<readonly Definition[]>([]);
  const [resets, setResets] = useState(0);
  const lastChange = useRef(0);
  const isDirty = !isSame(base.definition, definition);
  const isOutdated = workflow.version > base.version;
  useValueDraft(
    name,
    useMemo(() => (isDirty ? { base, definition } : null), [isDirty, base, definition]),
  );
  // Without changes of one's own, the newest version is what is edited.
  if (!isDirty && isOutdated) {
    setBase(toBase(workflow));
    setDefinition(toDefinition(workflow));
    setPast([]);
    setResets(resets + 1);
  }

  const replace = (next: Definition) => {
    setDefinition(next);
    setResets(resets + 1);
  };
  return {
    definition,
    base,
    isDirty,
    isOutdated: isDirty && isOutdated,
    wasRestored: restored !== null,
    resets,
    change: (apply: (before: Definition) => Definition) => {
      const now = Date.now();
      if (now - lastChange.current > TOGETHER_MS || past.length === 0) setPast([...past, definition]);
      lastChange.current = now;
      setDefinition(apply);
    },
    undo:
      past.at(-1) &&
      (() => {
        replace(past.at(-1) as Definition);
        setPast(past.slice(0, -1));
      }),
    /** Ends the editing: what is saved, or the newest version where changes are discarded. */
    restart: (from: Workflow) => {
      setBase(toBase(from));
      setPast([]);
      replace(toDefinition(from));
      draft.erase();
    },
    /** Goes on with a merge of the newest version and what was changed here. What was before it has not the newest version in it. */
    rebase: (onto: Workflow, merged: Definition) => {
      setBase(toBase(onto));
      setPast([]);
      replace(merged);
    },
  };
};
