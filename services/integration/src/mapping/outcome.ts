/** The result of a transformation; `message` says what is wrong. */
export type Outcome = { ok: true; value: unknown } | { ok: false; code: ProblemCode; message: string };

/** Why a value cannot be taken. */
export type ProblemCode = 'required' | 'invalid_value' | 'unknown_reference';

export const done = (value: unknown): Outcome => ({ ok: true, value });

export const fault = (message: string, code: ProblemCode = 'invalid_value'): Outcome => ({ ok: false, code, message });
