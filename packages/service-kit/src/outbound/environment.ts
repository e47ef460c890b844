import { commaSeparated } from '../config.ts';
import { type Network, parseNetwork } from './address.ts';

const networks = commaSeparated.transform((texts, context): Network[] =>
  texts.flatMap((text) => {
    const network = parseNetwork(text);
    if (network) return [network];
    context.addIssue({ code: 'custom', message: `"${text}" is not a network such as 10.1.0.0/16` });
    return [];
  }),
);

/** What a service reads that calls addresses of customers. */
export const outboundEnvironment = {
  /** Networks that may be called beside the public internet, in CIDR form by comma; none by default. */
  OUTBOUND_ALLOWED_NETWORKS: networks,
} as const;
