/** Certificate extraction: from a file to what it says. `./pool` runs it in processes of its own. */

export { type ExtractOptions, extract } from './extraction.ts';
export * from './result.ts';
