import { runService } from '@qsc/service-kit';
import { startEntityService } from './compose.ts';
import { readConfig } from './config.ts';

await runService('entity', () => startEntityService(readConfig()));
