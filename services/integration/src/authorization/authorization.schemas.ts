import { Instant } from '@qsc/service-kit';
import { z } from 'zod';
import { CONNECTION_STATUSES } from '../connection/connection.ts';

export const Authorization = z
  .object({
    authorization_url: z
      .string()
      .nullable()
      .meta({ description: 'Where the user logs in. Null where no user is needed: the connection is authorized.' }),
    state: z.string().nullable(),
    expires_at: Instant.nullable().meta({ description: 'Until when the login has to be done.' }),
    status: z.enum(CONNECTION_STATUSES).meta({ id: 'ConnectionStatus' }),
  })
  .meta({ id: 'ConnectionAuthorization' });

/** The parameters of the callback. Unknown members are ignored, as OAuth requires. */
export const CallbackQuery = z
  .looseObject({
    state: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({ description: 'The one-use state of the authorization.' }),
    code: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'What the token is got with; not there where `error` says why.' }),
  })
  .refine(({ code, error }) => code !== undefined || error !== undefined, {
    error: 'The external system sends it back, or an error',
    path: ['code'],
  });
