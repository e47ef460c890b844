const decodeExtended = (value: string): string | null => {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
};

/** The name of a file in `Content-Disposition` (RFC 6266), the one with all its letters first; null where there is none. */
export const filenameIn = (headers: Headers): string | null => {
  const header = headers.get('content-disposition') ?? '';
  const [, extended] = /filename\*=utf-8''([^;\s]+)/i.exec(header) ?? [];
  if (extended !== undefined) return decodeExtended(extended);
  const [, quoted, token] = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(header) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token ?? null;
};
