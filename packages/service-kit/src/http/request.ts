import { isUtf8 } from 'node:buffer';
import { type Actor, type FieldError, isVisible, newId, normalizeText, UTC } from '@qsc/contracts';
import type { Request } from 'express';
import type { z } from 'zod';
import type { Call, Client, Idempotency } from '../call.ts';
import { AppError, invalidField, validationFailed } from '../error.ts';
import { currentTraceparent } from '../telemetry.ts';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const REASON_LENGTH = 1_000;

/** The request's own id when it is well-formed, else a new one (decisions §2). */
export const toRequestId = (sent: string | undefined): string =>
  sent !== undefined && REQUEST_ID.test(sent) ? sent : newId('request');

/** A query parameter goes by its own name, also where one of the values in its list is wrong. */
const toField = (path: readonly PropertyKey[], place: string): string =>
  (place === 'query' ? path.slice(0, 1) : path).join('.') || place;

const unknownIn = (place: string): string =>
  place === 'query' ? 'There is no query parameter of this name.' : `The ${place} has no field of this name.`;

/** The most faults of a request that are reported: an answer must not be many times as long as what was sent. */
const SHOWN_FAULTS = 100;

const toFieldErrors = (issue: z.core.$ZodIssue, place: string): FieldError[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, SHOWN_FAULTS).map((key) => ({
        field: [...issue.path, key].join('.') || place,
        code: 'unknown',
        message: unknownIn(place),
      }))
    : [{ field: toField(issue.path, place), code: issue.code, message: `${issue.message}.` }];

/**
 * Parses a part of the request. Throws `validation_failed`, which names each field once with what is wrong first, and a hundred
 * fields at most.
 */
export const parsePart = (schema: z.ZodType | undefined, value: unknown, place: string): unknown => {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) => toFieldErrors(issue, place));
  const byField = Map.groupBy(faults, ({ field }) => field);
  throw validationFailed([...byField.values()].slice(0, SHOWN_FAULTS).flatMap(([first]) => first ?? []));
};

/** The token of `Authorization: Bearer`. Throws `unauthorized` when there is none. */
export const parseBearer = (header: string | undefined): string => {
  const token = /^Bearer +([^\s,]+)$/i.exec(header ?? '')?.[1];
  if (!token) throw new AppError('unauthorized', 'Send a credential in the header "Authorization: Bearer …".');
  return token;
};

const ENTITY_TAGS = /^(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*$/;

/**
 * The versions that the tags name. A proxy that compresses an answer marks its tag as weak, so `W/"3"` is taken as `"3"`.
 * Throws `invalid_request` for what is no entity tag (RFC 9110, 8.8.3).
 */
const parseIfMatch = (header: string | undefined): Call['ifMatch'] => {
  if (header === undefined) return null;
  const tags = header.trim();
  if (tags === '*') return '*';
  if (!ENTITY_TAGS.test(tags))
    throw new AppError('invalid_request', `If-Match is no entity tag: send the ETag as it was given, such as "3".`);
  return [...tags.matchAll(/"(\d{1,15})"/g)].map(([, digits]) => Number(digits));
};

const deleteReason = (request: Request): unknown => (request.method === 'DELETE' ? request.query.reason : undefined);

/** Node reads header bytes as Latin-1; clients send text as UTF-8. What is no UTF-8 stays as it was read. */
const asUtf8 = (header: string): string => {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
};

const readReason = (request: Request): string | null => {
  const header = request.get('x-change-reason');
  const sent = header === undefined ? deleteReason(request) : asUtf8(header);
  if (sent === undefined) return null;
  if (typeof sent !== 'string' || sent.length > REASON_LENGTH)
    throw invalidField('reason', 'too_big', `A reason is one text of at most ${REASON_LENGTH} characters.`);
  if (sent !== '' && !isVisible(sent))
    throw invalidField('reason', 'too_small', 'A reason needs at least one visible character.');
  return normalizeText(sent) || null;
};

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const sentTraceparent = (request: Request): string | undefined => {
  const sent = request.get('traceparent');
  return sent !== undefined && TRACEPARENT.test(sent) ? sent : undefined;
};

type Known = {
  actor: Actor;
  requestId: string;
  client: Client;
  now: Date;
  organization: Call['organization'];
  idempotency: Idempotency | null;
  gatewayVersion?: string | undefined;
  gone: AbortSignal;
};

/**
 * What use cases need to know of the request. Throws `validation_failed` for a malformed reason, `invalid_request` for an
 * `If-Match` that is no entity tag.
 */
export const buildCall = (request: Request, known: Known): Call => {
  return {
    actor: known.actor,
    now: known.now,
    zone: known.organization?.time_zone ?? UTC,
    organization: known.organization,
    requestId: known.requestId,
    client: known.client,
    reason: readReason(request),
    ifMatch: parseIfMatch(request.get('if-match')),
    idempotency: known.idempotency,
    traceparent: currentTraceparent() ?? sentTraceparent(request),
    gatewayVersion: known.gatewayVersion,
    gone: known.gone,
  };
};

/** Throws `precondition_failed` when `If-Match` names a version of a record that has none; `*` asks only that it is there. */
export const requireUnversioned = ({ ifMatch }: Call): void => {
  if (ifMatch === null || ifMatch === '*') return;
  throw new AppError('precondition_failed', 'This record has no versions. Send the request without If-Match.');
};

/** Throws `precondition_failed` when `If-Match` was sent and does not name the version. */
export const requireMatch = (call: Call, version: number): void => {
  if (call.ifMatch === null || call.ifMatch === '*' || call.ifMatch.includes(version)) return;
  throw new AppError(
    'precondition_failed',
    `The record is at version ${version} now. Read it again and decide again.`,
    {
      details: { current_version: version },
      headers: { ETag: `"${version}"` },
    },
  );
};
