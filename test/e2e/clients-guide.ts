import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';

/** The one example of docs/clients.md in a language. */
export const clientsGuide = (language: 'ts' | 'yaml' | 'python'): string => {
  const guide = readFileSync(join(REPOSITORY, 'docs/clients.md'), 'utf8');
  const [, code] = guide.match(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's')) ?? [];
  if (code === undefined) throw new Error(`docs/clients.md has no example in ${language}.`);
  return code;
};
