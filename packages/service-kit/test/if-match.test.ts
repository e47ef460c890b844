import { systemActor } from '@qsc/contracts';
import { expect } from 'chai';
import type { Request } from 'express';
import type { AppError } from '../src/error.ts';
import { buildCall } from '../src/http/request.ts';

const parseVersions = (header: string): unknown => {
  const request = { method: 'PATCH', get: (name: string) => (name === 'if-match' ? header : undefined) };
  const known = {
    actor: systemActor('org_1'),
    requestId: 'r',
    now: new Date(),
    organization: undefined,
    idempotency: null,
  };
  try {
    return buildCall(request as unknown as Request, {
      ...known,
      client: { ip_address: null, user_agent: null, api_key_id: null },
      gone: new AbortController().signal,
    }).ifMatch;
  } catch (error) {
    return (error as AppError).code;
  }
};

describe('If-Match', () => {
  for (const [header, versions] of [
    ['"3"', [3]],
    ['W/"3"', [3]],
    [' "3", W/"4" ', [3, 4]],
    ['*', '*'],
    ['"other"', []],
    ['3', 'invalid_request'],
    ['"3', 'invalid_request'],
    ['w/"3"', 'invalid_request'],
    ['"3" "4"', 'invalid_request'],
    ['', 'invalid_request'],
  ] as const)
    it(`${header || 'that is empty'} names ${versions}`, () => {
      expect(parseVersions(header)).to.deep.equal(versions);
    });
});
