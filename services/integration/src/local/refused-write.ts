import type { FieldError } from '@qsc/contracts';
import { AppError } from '@qsc/service-kit/pure';
import type { LocalWriteResult } from './local-record.ts';

/** A coded error of an owner of records. */
export type Coded = { code: string; message: string; details?: Readonly<Record<string, unknown>> | undefined };

const KINDS: Readonly<Record<string, 'version_clash' | 'gone'>> = {
  precondition_failed: 'version_clash',
  not_found: 'gone',
};

/** Which field is at fault, by the details of any of the codes; null where none is named. */
const toField = ({ details = {} }: Coded): string | null => {
  const {
    fields = [],
    field,
    missing_fields = [],
  } = details as {
    fields?: FieldError[];
    field?: unknown;
    missing_fields?: string[];
  };
  return fields[0]?.field ?? (typeof field === 'string' ? field : (missing_fields[0] ?? null));
};

/** The result of a write that its owner refused. */
export const refusedWrite = (error: Coded): LocalWriteResult => ({
  ok: false,
  kind: KINDS[error.code] ?? 'refused',
  code: error.code,
  message: error.message,
  field: toField(error),
});

/** The result of a write. Rethrows what is no refusal: a service that is away, an internal error. */
export const writeResult = async (write: () => Promise<LocalWriteResult>): Promise<LocalWriteResult> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AppError && error.httpStatus < 500) return refusedWrite(error);
    throw error;
  }
};
