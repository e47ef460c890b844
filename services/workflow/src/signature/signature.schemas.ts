import { DocumentReference, exampleId, visibleText } from '@qsc/contracts';
import { SignatureRecord } from '@qsc/contracts/events';
import { EvidenceKey, listParameter, timeline } from '@qsc/service-kit';
import { z } from 'zod';
import { ACTS, type ShownSignature } from './signature.ts';
import { SIGNATURE_STATUSES, VERIFICATION_REASONS } from './verification.ts';

/** The input of a signing user (21 CFR 11.50, 11.200). An impossible password is a wrong one, not a validation error. */
export const SignatureInput = z
  .strictObject({
    username: z.string().min(1).max(254).optional().meta({
      description: "The user name (e-mail) of the user who signs; where it is given, it must be the caller's.",
    }),
    meaning: visibleText(500).meta({
      description: 'The meaning of the signature: approval, responsibility, authorship …',
      examples: ['Approval'],
    }),
    password: z
      .string()
      .min(1)
      .max(1_024)
      .meta({ description: 'The password of the user who signs.', writeOnly: true }),
  })
  .meta({ id: 'SignatureInput', description: 'An electronic signature of the calling user.' });

export type SignatureInput = z.output<typeof SignatureInput>;

/** The signature in the response to the signed act. */
export const SignatureRecordAnswer = SignatureRecord.meta({
  id: 'SignatureRecord',
  description: 'Who signed, when, and with which meaning.',
});

const hash = z.string().meta({ description: 'SHA-256, in lower-case hex.' });

/** A signature in responses. Its seal covers the canonical JSON of all its other members. */
export const SignatureAnswer = SignatureRecord.extend({
  org_id: z.string(),
  signer_email: z.string().nullable(),
  signer_role: z.string(),
  entity_id: z.string(),
  entity_type: z.string(),
  entity_version: z.number().int().meta({ description: 'The version of the record after the signed act.' }),
  entity_hash: z.string().meta({
    description:
      'SHA-256 of the canonical JSON (RFC 8785) of the record after the act: its data without `status`, `version`, `updated_at` and what was included, with `attachments` where documents belong to it.',
  }),
  act: z
    .object({
      action: z.enum(ACTS),
      move: z
        .number()
        .int()
        .nullable()
        .meta({ description: 'The number of the transition in the instance; null for an act without a transition.' }),
      from_state: z.string().nullable(),
      to_state: z.string(),
      approval_id: z.string().nullable(),
    })
    .meta({ id: 'SignedAct', description: 'The act that was signed.' }),
  attachments: z
    .array(DocumentReference)
    .optional()
    .meta({ description: 'The documents that belonged to the record when it was signed; the hash covers them.' }),
  request_id: z.string(),
  key_id: z.string().meta({ description: 'The key of the seal; `GET /v1/signatures/keys` has it.' }),
  seal: z.string().meta({
    description: 'Detached JWS (EdDSA) over the canonical JSON (RFC 8785) of all other members.',
  }),
}).meta({
  id: 'Signature',
  description: 'An electronic signature, bound to a record as it was after the signed act.',
}) satisfies z.ZodType<ShownSignature>;

const AlteredSignature = z
  .object({
    signature_id: z.string(),
    altered: z.literal(true),
    stored: z.record(z.string(), z.unknown()).meta({ description: 'The stored document.' }),
  })
  .meta({
    id: 'AlteredSignature',
    description: 'A stored signature that was altered beyond recognition; its verification is `invalid`.',
  });

export type AlteredSignature = z.infer<typeof AlteredSignature>;

/** A signature as it is read. One that was altered beyond recognition is shown too. */
export const ReadSignature = z.union([SignatureAnswer, AlteredSignature]).meta({ id: 'ReadSignature' });

/** The verdict on a signature. */
export const VerificationAnswer = z
  .object({
    signature_id: z.string(),
    status: z.enum(SIGNATURE_STATUSES).meta({
      description:
        '`valid`: unaltered, and the record has the signed content. `stale`: the content was changed since. `invalid`: the signature was altered.',
    }),
    reason: z.enum(VERIFICATION_REASONS).nullable(),
    message: z.string(),
    checked_at: z.iso.datetime(),
    record: z
      .object({
        id: z.string(),
        type: z.string(),
        version: z.number().int(),
        current_version: z.number().int().nullable(),
      })
      .nullable()
      .meta({ description: 'The signed record; null where the signature is invalid.' }),
    signed_hash: hash.nullable(),
    current_hash: hash.nullable(),
    key_id: z.string().nullable(),
  })
  .meta({ id: 'SignatureVerification', description: 'Whether a signature is valid, and the reason where it is not.' });

export type VerificationAnswer = z.infer<typeof VerificationAnswer>;

/** The public keys of seals, as a JSON Web Key Set (RFC 7517). */
export const KeySet = z
  .object({ keys: z.array(EvidenceKey.meta({ id: 'SignatureKey' })) })
  .meta({ id: 'SignatureKeySet', description: 'The public keys by which the seals of signatures are checked.' });

/** An id from the path; any text is accepted. */
export const SignatureId = z.object({
  signature_id: z.string().meta({ description: 'The id of the signature.', examples: [exampleId('signature')] }),
});

const ids = listParameter(z.string().min(1).max(256)).optional();

/** The query of the list of signatures. */
export const SignatureQuery = z.strictObject({
  entity_id: ids.meta({ description: 'One or several records by comma.', examples: [exampleId('qualityEvent')] }),
  signer: ids.meta({ description: 'One or several users by comma.', examples: [exampleId('user')] }),
  ...timeline('timestamp'),
});

export type SignatureQuery = z.output<typeof SignatureQuery>;
