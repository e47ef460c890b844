// A process with a pool that has read a document: it tells so and waits to be killed.
import { makeExtractionPool } from '../../src/pool/extraction-pool.ts';
import { certificate } from './hostile-document.ts';

await makeExtractionPool({ size: 1 }).extract(await certificate(), { filename: 'coa.pdf' });
process.send?.('read');
