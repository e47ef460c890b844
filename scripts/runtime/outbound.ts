import type { Settings } from './settings.ts';

/** Where the mesh may send webhooks, and when failed ones are sent again; `demo.json` tells it. */
export type Outbound = { allowed_networks: string[]; retry_schedule_seconds: number[] };

/** This machine alone, so that a newcomer can try a receiver of his own. */
const THIS_MACHINE = '127.0.0.1/32';

/** The schedule of the webhook service where none is set. */
const SCHEDULE = '5,300,1800,7200,18000,36000,50400,72000,86400';

const listParameter = (text: string): string[] => text.split(',').map((part) => part.trim());

/** What the environment says, and else what `scripts/up` gives. */
export const toOutbound = ({ variables }: Pick<Settings, 'variables'>): Outbound => ({
  allowed_networks: listParameter(variables.OUTBOUND_ALLOWED_NETWORKS || THIS_MACHINE),
  retry_schedule_seconds: listParameter(variables.WEBHOOK_RETRY_SCHEDULE_SECONDS || SCHEDULE).map(Number),
});

/** The same, as the webhook service reads it. */
export const outboundEnvironment = (settings: Settings): Record<string, string> => {
  const { allowed_networks, retry_schedule_seconds } = toOutbound(settings);
  return {
    OUTBOUND_ALLOWED_NETWORKS: allowed_networks.join(','),
    WEBHOOK_RETRY_SCHEDULE_SECONDS: retry_schedule_seconds.join(','),
  };
};
