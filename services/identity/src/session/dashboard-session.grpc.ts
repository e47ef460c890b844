import type { DashboardCookie } from '@qsc/contracts/grpc/identity/v1/DashboardCookie';
import type { DashboardSession } from '@qsc/contracts/grpc/identity/v1/DashboardSession';
import type { EndDashboardSessionRequest__Output } from '@qsc/contracts/grpc/identity/v1/EndDashboardSessionRequest';
import type { EndedDashboardSession } from '@qsc/contracts/grpc/identity/v1/EndedDashboardSession';
import type { ExchangeDashboardSessionRequest__Output } from '@qsc/contracts/grpc/identity/v1/ExchangeDashboardSessionRequest';
import type { OpenDashboardSessionRequest__Output } from '@qsc/contracts/grpc/identity/v1/OpenDashboardSessionRequest';
import type { Sender__Output } from '@qsc/contracts/grpc/identity/v1/Sender';
import type { UnlockDashboardSessionRequest__Output } from '@qsc/contracts/grpc/identity/v1/UnlockDashboardSessionRequest';
import { type Call, type Clock, type Log, unary } from '@qsc/service-kit';
import { callOfSender } from './auth-call.ts';
import type { DashboardSessionService } from './dashboard-session.service.ts';

type Parts = { dashboard: DashboardSessionService; clock: Clock; log: Log };

/** What the gateway asks of dashboard sessions. */
export const dashboardSessionGrpc = ({ dashboard, clock, log }: Parts) => {
  const buildCall = (sender: Sender__Output | null): Call => {
    const { request_id = '', ip_address, user_agent } = sender ?? {};
    return callOfSender({ requestId: request_id, ipAddress: ip_address, userAgent: user_agent }, clock());
  };
  return {
    OpenDashboardSession: unary(
      log,
      async ({ username, password, sender }: OpenDashboardSessionRequest__Output): Promise<DashboardCookie> => ({
        value: await dashboard.open({ username, password }, buildCall(sender)),
      }),
    ),

    ExchangeDashboardSession: unary(
      log,
      async ({ cookie, active }: ExchangeDashboardSessionRequest__Output): Promise<DashboardSession> => {
        const { token, idleEndsAt, endsAt, idleMinutes } = await dashboard.exchange(cookie, active);
        return {
          access_token: token,
          idle_ends_at: idleEndsAt.getTime(),
          ends_at: endsAt.getTime(),
          idle_minutes: idleMinutes,
        };
      },
    ),

    UnlockDashboardSession: unary(
      log,
      async ({ cookie, password, sender }: UnlockDashboardSessionRequest__Output): Promise<DashboardCookie> => ({
        value: await dashboard.unlock(cookie, password, buildCall(sender)),
      }),
    ),

    EndDashboardSession: unary(
      log,
      async ({ cookie, sender }: EndDashboardSessionRequest__Output): Promise<EndedDashboardSession> => {
        await dashboard.end(cookie, buildCall(sender));
        return {};
      },
    ),
  };
};
