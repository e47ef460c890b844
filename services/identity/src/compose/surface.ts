import type { AccessTokenClaims } from '@qsc/contracts';
import type { Call } from '@qsc/service-kit';
import type { Express, Request } from 'express';
import { apiKeyRoutes } from '../api-key/api-key.routes.ts';
import { applicationRoutes } from '../application/application.routes.ts';
import type { IdentityConfig } from '../config.ts';
import { mountEdge } from '../edge.ts';
import { meRoutes } from '../me/me.routes.ts';
import type { CurrentProvider } from '../oauth/current-provider.ts';
import { mountInteraction } from '../oauth/interaction.routes.ts';
import { mountIssuer, mountProvider } from '../oauth/mount.ts';
import type { LimitSecrets } from '../oauth/token-limit.ts';
import { organizationRoutes } from '../organization/organization.routes.ts';
import { preferenceRoutes } from '../preference/preference.routes.ts';
import { mountAuth } from '../session/auth.routes.ts';
import { ownSessionRoutes } from '../session/own-session.routes.ts';
import type { Stores } from '../stores.ts';
import { userRoutes } from '../user/user.routes.ts';
import type { Trust } from './trust.ts';
import type { UseCases } from './use-cases.ts';

type MountParts = {
  config: IdentityConfig;
  cases: UseCases;
  trust: Trust;
  oauth: CurrentProvider;
  verify: (token: string) => AccessTokenClaims;
  buildCall: (request: Request) => Call;
  limit: LimitSecrets;
};

/** What the platform's authorization host answers besides `/v1`. */
export const mount = (app: Express, { config, cases, trust, oauth, verify, buildCall, limit }: MountParts): void => {
  mountEdge(app, { trustedProxies: config.TRUSTED_PROXIES, allowedOrigins: config.ALLOWED_ORIGINS });
  mountAuth(app, { sessions: cases.sessions, verify, buildCall });
  mountIssuer(app, cases.issuer);
  mountInteraction(app, { ...cases, provider: oauth.provider, buildCall });
  mountProvider(app, { keySet: trust.keys.published, answer: oauth.answer, limit });
};

/** What it answers under `/v1`. */
export const makeRoutes = (cases: UseCases, stores: Stores) => [
  ...userRoutes(cases.users),
  ...apiKeyRoutes(cases.apiKeys),
  ...applicationRoutes(cases.applications),
  ...organizationRoutes(cases.organizationService),
  ...meRoutes(stores.organizations),
  ...ownSessionRoutes(cases.sessions),
  ...preferenceRoutes(cases.preferences),
];
