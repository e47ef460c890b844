import type { IdentityConfig } from '../src/config.ts';

/** The environment of a command that works with the same configuration. */
export const toEnvironment = (config: IdentityConfig): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  ),
});
