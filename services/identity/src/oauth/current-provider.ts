import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { SigningKeys } from '../signing-key/signing-key.service.ts';
import { makeProvider, type ProviderParts } from './provider.ts';

export type CurrentProvider = {
  provider(): Provider;
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** The authorization server of the key that signs now; made again when the key changes, while requests of the old one finish. */
export const makeCurrentProvider = (keys: Pick<SigningKeys, 'open'>, parts: ProviderParts): CurrentProvider => {
  let made: { kid: string; provider: Provider; answer: CurrentProvider['answer'] } | undefined;
  const current = () => {
    const key = keys.open();
    if (made?.kid !== key.kid) {
      const provider = makeProvider(parts, key);
      made = { kid: key.kid, provider, answer: provider.callback() };
    }
    return made;
  };
  return {
    provider: () => current().provider,
    answer: (request, response) => current().answer(request, response),
  };
};
