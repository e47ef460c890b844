import { generateKeyPairSync } from 'node:crypto';
import type { ApiAnswer } from '@qsc/test-kit';
import type { mongo } from 'mongoose';
import type { z } from 'zod';
import type { signatureDefinition } from '../src/signature/signature.store.ts';
import { openQualityEvent, type Person, transition, type WorkflowMesh } from './mesh.ts';

type StoredSignature = z.infer<typeof signatureDefinition.shape>;

type Signer = Pick<Person, 'workflow' | 'password'>;

/** A new Ed25519 private key. */
export const newSigningKey = () => generateKeyPairSync('ed25519').privateKey;

/** The database of a service of the mesh. */
export const openDatabase = ({ config, database }: WorkflowMesh, service: string): mongo.Db =>
  database.getClient().db(`${config.MONGODB_DATABASE_PREFIX}${service}`);

/** The stored signatures, for altering. */
export const storedSignatures = (mesh: WorkflowMesh): mongo.Collection<StoredSignature> =>
  openDatabase(mesh, 'workflow').collection<StoredSignature>('workflow_signature');

/** Moves a record with a signature. */
export const signedTransition = (
  by: Signer,
  recordId: string,
  { to = 'submitted', meaning = 'Authorship', password = by.password, data = {} } = {},
): Promise<ApiAnswer> => transition(by as Person, recordId, to, { data, signature: { meaning, password } });

/** Moves a record with a signature, and gives the signature's id. */
export const sign = async (
  by: Signer,
  recordId: string,
  more: { to?: string; data?: object } = {},
): Promise<string> => {
  const { status, body } = await signedTransition(by, recordId, more);
  if (status !== 200) throw new Error(`The move was not signed: ${status} ${JSON.stringify(body)}`);
  return body.data.signature_record.signature_id;
};

/** A deviation that was submitted with a signature. */
export const signedDeviation = async (by: Person): Promise<{ id: string; signatureId: string }> => {
  const { id } = await openQualityEvent(by);
  return { id, signatureId: await sign(by, id) };
};

/** What a signature is bound to, out of what the API answers. */
export const toContent = (data: Record<string, unknown>): Record<string, unknown> => {
  const { status: _status, version: _version, updated_at: _at, ...content } = data;
  return content;
};
