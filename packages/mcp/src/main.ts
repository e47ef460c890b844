#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createClient } from '@qsc/client';
import { z } from 'zod';
import { makeServer, VERSION } from './server.ts';

const USAGE = `Usage: qsc-mcp
An MCP server over standard input and output, which reads and changes nothing. Settings are environment variables:
  QSC_BASE_URL  where the API is, such as https://quality.example.com
  QSC_API_KEY   an API key; its scopes decide what can be read
`;

const Environment = z.object({ QSC_BASE_URL: z.url(), QSC_API_KEY: z.string().min(1) });

const environment = Environment.safeParse(process.env);
if (process.argv.length > 2 || !environment.success) {
  const missing = environment.success ? [] : environment.error.issues.map(({ path }) => path.join('.'));
  process.stderr.write(missing.length > 0 ? `Set ${missing.join(' and ')}.\n\n${USAGE}` : USAGE);
  process.exitCode = process.argv[2] === '--help' ? 0 : 2;
} else {
  const { QSC_BASE_URL: baseUrl, QSC_API_KEY: apiKey } = environment.data;
  const client = createClient({ baseUrl, credential: { apiKey }, userAgent: `qsc-mcp/${VERSION}` });
  await makeServer(client).connect(new StdioServerTransport());
}
