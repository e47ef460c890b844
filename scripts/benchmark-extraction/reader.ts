import { makeExtractionPool } from '@qsc/certificate/pool';
import type { Extract } from './extract-documents.ts';

/** What reads the documents; `close` ends its workers. */
export type Reader = { extract: Extract; close: () => Promise<void> };

/** Opens the extraction as the service runs it. */
export const openReader = (): Reader => makeExtractionPool();
