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

const whole = (values: unknown): unknown => values;

/**
 * Writes what is typed into a form to the draft of that name, while the form differs from where it began. `toStored` gives what
 * the browser stores of the values; it is the same function at each call.
 */
export const useFormDraft = <Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  toStored: (values: Values) => unknown = whole,
): void => {
  const { id } = useSession().user;
  const { subscribe, getValues } = form;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => writeDraft(id, name, toStored(getValues()));
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
  }, [id, name, subscribe, getValues, toStored]);
};

/** Writes a value that no form holds to the draft of that name, after a pause; null erases it. The value is the same while unchanged. */
export const useValueDraft = <Value>(name: string, value: Value | null): void => {
  const { id } = useSession().user;
  useEffect(() => {
    if (value === null) return eraseDraft(id, name);
    const timer = setTimeout(() => writeDraft(id, name, value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [id, name, value]);
};
