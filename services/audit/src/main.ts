import { runService } from '@qsc/service-kit';
import { startAuditService } from './compose.ts';
import { readConfig } from './config.ts';

await runService('audit', () => startAuditService(readConfig()));
