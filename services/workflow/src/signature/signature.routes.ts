import { type AnyRoute, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import { keySetExample, signatureExample, verificationExample } from './signature.examples.ts';
import { KeySet, ReadSignature, SignatureId, SignatureQuery, VerificationAnswer } from './signature.schemas.ts';
import type { SignatureService } from './signature.service.ts';

/** Electronic signatures, their verification, and the public keys (decisions §4). */
export const signatureRoutes = (signatures: SignatureService): AnyRoute[] => [
  listRoute({
    id: 'listSignatures',
    tag: 'Signatures',
    path: '/signatures',
    summary: 'List electronic signatures',
    description:
      'Newest first. Filters that are given must all match. A stored signature that was altered beyond recognition is shown as stored.',
    scope: 'audit-logs:read',
    query: SignatureQuery,
    answer: page(ReadSignature),
    example: { answer: examplePage(signatureExample) },
    handle: ({ query, orgId }) => signatures.list(orgId, query),
  }),
  route({
    id: 'listSignatureKeys',
    tag: 'Signatures',
    method: 'get',
    path: '/signatures/keys',
    summary: 'Read the keys of signatures',
    description:
      'The public keys, the current one first, as a JSON Web Key Set (RFC 7517). Anybody can check seals with them, without this system.',
    scope: 'audit-logs:read',
    answer: one(KeySet),
    example: { answer: { keys: [...keySetExample.keys] } },
    handle: async () => ({ keys: signatures.keys() }),
  }),
  route({
    id: 'getSignature',
    tag: 'Signatures',
    method: 'get',
    path: '/signatures/:signature_id',
    summary: 'Read an electronic signature',
    description: 'Who signed which record, when and with which meaning, and the seal over it.',
    scope: 'audit-logs:read',
    params: SignatureId,
    answer: one(ReadSignature),
    example: { answer: signatureExample },
    handle: ({ params, call }) => signatures.get(call.actor.org_id, params.signature_id),
  }),
  route({
    id: 'verifySignature',
    tag: 'Signatures',
    method: 'get',
    path: '/signatures/:signature_id/verify',
    summary: 'Verify an electronic signature',
    description:
      'Checks the seal with the public key that it names, and compares the signed content with the current record. A later transition leaves a signature valid.',
    scope: 'audit-logs:read',
    params: SignatureId,
    answer: one(VerificationAnswer),
    throws: ['service_unavailable'],
    example: { answer: verificationExample },
    handle: ({ params, call }) => signatures.verify(call.actor.org_id, params.signature_id),
  }),
];
