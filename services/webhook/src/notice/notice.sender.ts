import type { ListUsersByRoleResponse__Output } from '@qsc/contracts/grpc/identity/v1/ListUsersByRoleResponse';
import type { Claimed, DueEffect, GrpcClient, Log, Mailer } from '@qsc/service-kit';
import { type Notice, toMail } from './notice.ts';

type Parts = { identity: Pick<GrpcClient, 'call'>; mailer: Pick<Mailer, 'send'>; log: Log };

const DONE: DueEffect = { changes: [], events: [] };

/**
 * Notifies the administrators of the organisation by e-mail. Throws while the mail server refuses it, so that it is retried. A
 * crash in between sends it twice, with the same `Message-ID`.
 */
export const makeSendNotice =
  ({ identity, mailer, log }: Parts) =>
  async ({ orgId, row, payload }: Claimed & { payload: Notice }): Promise<DueEffect> => {
    const request = { org_id: orgId, roles: ['system_admin'] };
    const { users } = await identity.call<object, ListUsersByRoleResponse__Output>('ListUsersByRole', request);
    const to = users.map(({ email }) => email).filter((email) => email !== '');
    if (to.length === 0) {
      log.warn('there is no administrator to notify', { org_id: orgId, notice: row._id });
      return DONE;
    }
    await mailer.send({ id: `notice.${row._id.replaceAll('/', '.')}`, to, ...toMail(payload) });
    return DONE;
  };
