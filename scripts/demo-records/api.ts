import { type Client, createClient } from '@qsc/client';

/** A part of the mesh may be away while it starts: about five minutes with the pauses between. */
const MAX_RETRIES = 45;

/** The API with a key, as the demo's records are written through it. */
export const makeDemoClient = (baseUrl: string, apiKey: string): Client =>
  createClient({
    baseUrl,
    credential: { apiKey },
    userAgent: 'qsc-demo',
    reason: 'Demo records',
    maxRetries: MAX_RETRIES,
  });

/** The two who write the demo's records: the system administrator, and the quality manager who decides on them. */
export type DemoWriters = { admin: Client; quality: Client };
