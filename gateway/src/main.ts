import { runService } from '@qsc/service-kit/edge';
import { startGateway } from './compose.ts';
import { readConfig } from './config.ts';

await runService('gateway', () => startGateway(readConfig(process.env)));
