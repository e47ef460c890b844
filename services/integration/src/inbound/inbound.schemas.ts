import { exampleId } from '@qsc/contracts';
import { z } from 'zod';

export const ConnectorPath = z.object({
  connector: z
    .string()
    .max(64)
    .meta({ description: 'The kind of external system.', examples: ['veeva_vault'] }),
});

export const Receipt = z
  .object({
    accepted: z.boolean().meta({
      description:
        'Whether it is acted on: false where no connection subscribed to the event or synchronises the object.',
    }),
    event_id: z.string().meta({ description: 'The same for each repetition of the message.' }),
  })
  .meta({ id: 'InboundReceipt' });

export const receiptExample = { accepted: true, event_id: exampleId('event') };
