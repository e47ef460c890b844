import { type ReactNode, useCallback, useState } from 'react';
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form';
import { hasCode } from '../session/api-error.ts';
import { type Clash, ConflictDialog, findClashes, type Settled } from './conflict-dialog.tsx';
import { type FieldSpec, valueAt } from './fields.tsx';
import { useFormDraft, useStoredDraft } from './use-draft.ts';

type Options<Rec extends { version: number }, Values extends FieldValues> = {
  /** The name of the draft. */
  name: string;
  record: Rec;
  /** Everything that the form can change, by its path in the values: what another person changed of it is shown. */
  specs: readonly FieldSpec[];
  toValues: (record: Rec) => Values;
  /** The values as a person compares them, where some are no plain fields. */
  toReadable?: (values: Values) => unknown;
  /** What the browser stores of the values. The same function at each call. */
  toStored?: (values: Values) => Values;
  /** What was stored, with what the browser did not store. */
  fromStored?: (values: Values, base: Rec) => Values;
  /** Saves the values over the version of `base`; throws where the API refuses. */
  save: (values: Values, base: Rec) => Promise<void>;
  /** Reads the record as it is now. */
  reload: () => Promise<Rec>;
};

export type VersionedForm<Rec, Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The record as it was when editing began: what is typed is a change of that. */
  base: Rec;
  setBase: (base: Rec) => void;
  wasRestored: boolean;
  /** Why it could not be saved. */
  fault: unknown;
  setFault: (fault: unknown) => void;
  submit: (values: Values) => Promise<void>;
  discard: () => void;
  /** The dialog that is open after somebody else saved the record meanwhile. */
  conflict: ReactNode;
};

/**
 * A form that changes a version of a record. Its draft holds the version that it began with, so that a change which somebody else
 * saved meanwhile is found and decided about, also after the page was loaded again.
 */
export const useVersionedForm = <Rec extends { version: number }, Values extends FieldValues>({
  name,
  record,
  specs,
  toValues,
  toReadable = (values) => values,
  toStored,
  fromStored,
  save,
  reload,
}: Options<Rec, Values>): VersionedForm<Rec, Values> => {
  const draft = useStoredDraft<{ base: Rec; values: Values }>(name);
  const [stored] = useState(draft.read);
  const [restored] = useState(() => stored && (fromStored?.(stored.values, stored.base) ?? stored.values));
  const [base, setBase] = useState(stored?.base ?? record);
  const [fault, setFault] = useState<unknown>(null);
  const [clashes, setClashes] = useState<{ found: Clash[]; theirs: Rec } | null>(null);
  const form = useForm<Values>({
    defaultValues: toValues(base) as never,
    ...(restored ? { values: restored, resetOptions: { keepDefaultValues: true } } : {}),
  });
  const toDraft = useCallback((values: Values) => ({ base, values: toStored?.(values) ?? values }), [base, toStored]);
  useFormDraft(name, form, toDraft);

  const send = async (values: Values, from: Rec): Promise<void> => {
    setFault(null);
    try {
      await save(values, from);
      draft.erase();
    } catch (error) {
      if (!hasCode(error, 'precondition_failed')) return setFault(error);
      const theirs = await reload().catch((failure: unknown) => {
        setFault(failure);
        return null;
      });
      if (theirs === null) return;
      const [before, saved, mine] = [toValues(from), toValues(theirs), values].map(toReadable);
      setClashes({ found: findClashes(specs, before, saved, mine), theirs });
    }
  };

  const settle = async (chosen: ReadonlyMap<string, Settled>): Promise<void> => {
    if (clashes === null) return;
    const theirs = toValues(clashes.theirs);
    for (const [path, choice] of chosen) {
      if (choice === 'mine') continue;
      const value = choice === 'theirs' ? valueAt(theirs, path) : choice.merged;
      form.setValue(path as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    setBase(clashes.theirs);
    setClashes(null);
    await send(form.getValues(), clashes.theirs);
  };

  return {
    form,
    base,
    setBase,
    wasRestored: restored !== null,
    fault,
    setFault,
    submit: (values) => send(values, base),
    discard: draft.erase,
    conflict: clashes && <ConflictDialog clashes={clashes.found} onSettle={settle} onCancel={() => setClashes(null)} />,
  };
};
