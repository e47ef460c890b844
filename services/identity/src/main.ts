import { runService } from '@qsc/service-kit';
import { startIdentityService } from './compose.ts';
import { readConfig } from './config.ts';

await runService('identity', () => startIdentityService(readConfig()));
