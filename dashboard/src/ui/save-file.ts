import type { Download } from '@qsc/client';

const REVOKED_AFTER_MS = 60_000;

/** Gives the browser a file to save. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_AFTER_MS);
};

/** Saves a file of the API under the name that the service gives it. */
export const saveDownload = async (file: Download): Promise<void> =>
  saveFile(await file.blob(), file.filename ?? 'file');
