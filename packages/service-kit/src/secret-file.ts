import { readFileSync } from 'node:fs';
import { isMeshSecret, type MeshSecret } from './mesh-secret.ts';

/** The secret in a file. The end of its last line is the editor's, and no part of it. Throws what `readFileSync` throws. */
export const readSecretFile = (path: string): string => readFileSync(path, 'utf8').replace(/\r?\n$/, '');

/** Where a program has the secret of the mesh from: the value, and the file that it was read from, if any. */
export type MeshSecretConfig = { MESH_SECRET: string; MESH_SECRET_FILE?: string | undefined };

/** A secret that is read again when its file changes, so that it is rotated without a restart. */
export type WatchedSecret = {
  current: () => string;
  /** Reads the file now instead of within half a minute. */
  renew(): void;
};

const LOOK_EVERY_MS = 30_000;

const read = (file: string): string => {
  try {
    return readSecretFile(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
};

/** Follows a file. A file that is not whole, or holds no secret, is reported once, and the former secret stays. */
const watch = (file: string, first: string, warn: (reason: string) => void): WatchedSecret => {
  let current = first;
  let reported: string | undefined;
  const renew = (): void => {
    try {
      const found = read(file);
      if (!isMeshSecret(found)) throw new Error(`${file} holds a secret of the mesh that is too short.`);
      current = found;
      reported = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== reported) warn(message);
      reported = message;
    }
  };
  setInterval(renew, LOOK_EVERY_MS).unref();
  return { current: () => current, renew };
};

const watched = new Map<string, WatchedSecret>();

/** The secret in a file, read once already, for all parts of the process. Who asks first is warned, once of each failure. */
export const watchSecret = (file: string, first: string, warn: (reason: string) => void): WatchedSecret => {
  const known = watched.get(file) ?? watch(file, first, warn);
  watched.set(file, known);
  return known;
};

/** The secret that the configuration names: as it is, or followed where it came from a file. */
export const openMeshSecret = (
  { MESH_SECRET, MESH_SECRET_FILE: file }: MeshSecretConfig,
  warn: (reason: string) => void,
): MeshSecret => (file ? watchSecret(file, MESH_SECRET, warn).current : MESH_SECRET);
