/**
 * For a look into a service's database that says when its API can be called: services read what a majority has, which is a moment
 * later than what the primary has.
 */
export const AS_SERVICES_READ = { readConcern: { level: 'majority' } } as const;
