import { type AnyRoute, examplePage, one, page, route, sharedList } from '@qsc/service-kit';
import { keySetExample, signatureExample, verificationExample } from './signature.examples.ts';
import { KeySet, ReadSignature, SignatureId, SignatureQuery, VerificationAnswer } from './signature.schemas.ts';
import type { SignatureService } from './signature.service.ts';

/** Electronic signatures: what was signed, whether it still stands, and the keys to check it outside (decisions §4). */
export const signatureRoutes = (signatures: SignatureService): AnyRoute[] => [
  sharedList({
    id: 'listSignatures',
    tag: 'Signatures',
    path: '/signatures',
    summary: 'List electronic signatures',
    description:
      'Newest first. Filters that are given must all match. A stored signature that was altered until it is none is shown as it stands.',
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
      'The public keys, the one that seals now first, as a JSON Web Key Set (RFC 7517): by them anybody can check seals outside.',
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
      'Checks the seal with the public key that it names, and compares what was signed with the record as it stands. A later move of state leaves a signature valid.',
    scope: 'audit-logs:read',
    params: SignatureId,
    answer: one(VerificationAnswer),
    throws: ['service_unavailable'],
    example: { answer: verificationExample },
    handle: ({ params, call }) => signatures.verify(call.actor.org_id, params.signature_id),
  }),
];
