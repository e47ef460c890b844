import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAccess, DATABASE_PREFIX } from '../runtime/database-access.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { SERVICES } from '../runtime/processes.ts';

const FILE = join(REPOSITORY, 'deploy/mongodb/access.json');

/** The programs that keep data, each with users of MongoDB and RabbitMQ. */
export const DATA_PROGRAMS = SERVICES.filter(({ keepsData }) => keepsData).map(({ name }) => name);

const { programs: USERS } = buildAccess(DATA_PROGRAMS, { secrets: { MONGODB_PASSWORD: '' }, prefix: DATABASE_PREFIX });

/** Those who have a user of MongoDB: these programs, and what migrates in the place of one. */
export const DATABASE_USERS = USERS.map(({ program }) => program);

/** The variable that holds the password of a user. */
export const passwordVariable = (program: string): string =>
  `MONGODB_PASSWORD_${program.toUpperCase().replaceAll('-', '_')}`;

/** The users of MongoDB and their rights as deploy/mongodb/setup.js reads them: passwords by the name of their variable. */
export const mongodbAccess = (): string => {
  const users = USERS.map(({ program, name, privileges }) => ({
    name,
    password: passwordVariable(program),
    privileges,
  }));
  return `${JSON.stringify(users, null, 2)}\n`;
};

if (import.meta.main) writeFileSync(FILE, mongodbAccess());
