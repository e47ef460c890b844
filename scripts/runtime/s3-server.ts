import type { Say } from './command-line.ts';
import { findGoTool } from './go-tool.ts';

/** An S3 server over a folder (Apache-2.0): a real one for the tests of the file store. */
const VERSITYGW = { name: 'versitygw', package: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' };

/** The program of an S3 server, built where it is missing. Throws `Advice` where that fails. */
export const findS3Server = (say: Say): Promise<string> => findGoTool(VERSITYGW, say);
