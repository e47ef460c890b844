import { useCallback, useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { eraseDraft, readDraft, writeDraft } from '../session/draft.ts';
import { useSession } from '../session/session.ts';

const PAUSE_MS = 300;

/** The draft of that name of the signed-in user, and how it goes. Read once, when a form begins. */
export const useStoredDraft = <Values>(name: string): { read: () => Values | null; erase: () => void } => {
  const { id } = useSession().user;
  return {
    read: useCallback(() => readDraft<Values>(id, name), [id, name]),
    erase: useCallback(() => eraseDraft(id, name), [id, name]),
  };
};

const whole = <Values>(values: Values): Values => values;

/**
 * Writes what is typed into a form to the draft of that name, while the form differs from where it began. `select` leaves out what
 * the browser must not store; it is the same function at each call.
 */
export const useFormDraft = <Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  select: (values: Values) => Values = whole,
): void => {
  const { id } = useSession().user;
  const { subscribe, getValues } = form;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => writeDraft(id, name, select(getValues()));
    const end = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        clearTimeout(timer);
        if (isDirty) timer = setTimeout(write, PAUSE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [id, name, subscribe, getValues, select]);
};
