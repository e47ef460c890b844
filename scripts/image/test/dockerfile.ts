import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../runtime/paths.ts';

const DOCKERFILE = join(REPOSITORY, 'deploy/Dockerfile');

/** What the image says of how a container of it runs. */
export type ImageConfig = {
  user: number;
  environment: Record<string, string>;
  entrypoint: string[];
  healthcheck: string[];
};

/** Reads the last stage of the Dockerfile. Throws where it does not say one of these. */
export const readImageConfig = (): ImageConfig => {
  const stage =
    readFileSync(DOCKERFILE, 'utf8')
      .replaceAll('\\\n', ' ')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const said = (pattern: RegExp): string => {
    const [, value] = pattern.exec(stage) ?? [];
    if (value === undefined) throw new Error(`The Dockerfile says nothing that fits ${pattern}.`);
    return value;
  };
  return {
    user: Number(said(/^USER (\d+)/m)),
    environment: Object.fromEntries(
      said(/^ENV (.+)$/m)
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    ),
    entrypoint: JSON.parse(said(/^ENTRYPOINT (\[.+\])$/m)),
    healthcheck: JSON.parse(said(/^HEALTHCHECK .*CMD (\[.+\])$/m)),
  };
};
