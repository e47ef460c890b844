import { text } from 'node:stream/consumers';
import { TIERS } from '@qsc/contracts';
import { z } from 'zod';
import { withIdentity } from './compose.ts';
import { readConfig } from './config.ts';
import { operatorCall } from './operator.ts';
import { Limits } from './organization/organization.schemas.ts';

const Request = z.strictObject({ org_id: z.string(), tier: z.enum(TIERS), limits: Limits.optional() });

// Reads {org_id, tier, limits?} as JSON from standard input and sets the tier of the organisation and its sandbox; `limits`
// for a custom tier only. Writes what holds from now on, in every service, to standard output.
try {
  const { org_id, tier, limits } = Request.parse(JSON.parse(await text(process.stdin)));
  const { limits: hold } = await withIdentity(readConfig(), ({ cases }) =>
    cases.organizationService.changeTier({ tier, limits }, operatorCall('Operator', org_id, new Date())),
  );
  process.stdout.write(`${JSON.stringify({ org_id, tier, limits: hold })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
