import type { ProgramKit } from '@qsc/service-kit';
import { apiKeyDefinition, makeApiKeyStore } from './api-key/api-key.store.ts';
import { applicationDefinition, makeApplicationStore } from './application/application.store.ts';
import { makeNoticeStore, noticeDefinition, replicaDefinition } from './notice/notice.store.ts';
import { artifactDefinition, makeArtifactStore } from './oauth/artifact.store.ts';
import { makeOrganizationStore, organizationDefinition } from './organization/organization.store.ts';
import { preferenceDefinition } from './preference/preference.service.ts';
import { failureDefinition } from './session/failure-limit.ts';
import { unknownLoginDefinition } from './session/login.service.ts';
import { makeSessionStore, refreshTokenDefinition, sessionDefinition } from './session/session.store.ts';
import { makeSigningStore, signingGuardDefinition } from './signing/signing.store.ts';
import { keyRingDefinition, makeKeyRingStore } from './signing-key/key-ring.store.ts';
import { adminRosterDefinition, makeUserStore, userDefinition } from './user/user.store.ts';

/** Everything that the service keeps. */
export const identityCollections = [
  adminRosterDefinition,
  apiKeyDefinition,
  applicationDefinition,
  artifactDefinition,
  failureDefinition,
  keyRingDefinition,
  noticeDefinition,
  organizationDefinition,
  preferenceDefinition,
  refreshTokenDefinition,
  replicaDefinition,
  sessionDefinition,
  signingGuardDefinition,
  unknownLoginDefinition,
  userDefinition,
];

/** Opens every store, each once. */
export const openStores = (kit: ProgramKit) => ({
  apiKeys: makeApiKeyStore(kit.open(apiKeyDefinition)),
  applications: makeApplicationStore(kit.open(applicationDefinition)),
  artifacts: makeArtifactStore(kit.open(artifactDefinition)),
  loginFailures: kit.open(failureDefinition),
  keyRing: makeKeyRingStore(kit.open(keyRingDefinition)),
  notices: makeNoticeStore(kit),
  organizations: makeOrganizationStore(kit.open(organizationDefinition)),
  preferences: kit.open(preferenceDefinition),
  sessions: makeSessionStore(kit.open(sessionDefinition), kit.open(refreshTokenDefinition)),
  signing: makeSigningStore(kit.open(signingGuardDefinition)),
  unknownLogins: kit.open(unknownLoginDefinition),
  users: makeUserStore(kit.open(userDefinition), kit.open(adminRosterDefinition)),
});

/** Every store of the service. */
export type Stores = ReturnType<typeof openStores>;
