export type { Schemas } from '@qsc/client';
