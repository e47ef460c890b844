// Run again and again by mongosh as the server's first user (the health check of docker-compose.yml): sets the replica set up where
// nobody has, gives every program its user with the rights of access.json, and ends with 0 once the server can be written to.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

const { ACCESS_FILE, MONGODB_HOST, MONGO_INITDB_ROOT_USERNAME: first } = process.env;
const text = readFileSync(ACCESS_FILE, 'utf8');
const users = JSON.parse(text).map((user) => ({ ...user, pwd: process.env[user.password] }));
const admin = db.getSiblingDB('admin');
const run = (command) => admin.runCommand(command);

const isPrimary = async () => {
  try {
    await run({ replSetGetStatus: 1 });
  } catch {
    await run({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: MONGODB_HOST }] } });
  }
  return (await run({ hello: 1 })).isWritablePrimary === true;
};

const ensureUser = async ({ name, pwd, privileges }) => {
  const { roles } = await run({ rolesInfo: name });
  await run({ [roles.length === 0 ? 'createRole' : 'updateRole']: name, privileges, roles: [] });
  const known = await run({ usersInfo: name });
  await run({ [known.users.length === 0 ? 'createUser' : 'updateUser']: name, pwd, roles: [name] });
};

// What was done is noted at the first user, so that asking again costs one read.
const ensureUsers = async () => {
  const wanted = createHash('sha256').update(JSON.stringify(users)).digest('base64url');
  const noted = (await run({ usersInfo: first })).users[0].customData;
  if (noted?.access === wanted) return;
  for (const user of users) await ensureUser(user);
  await run({ updateUser: first, customData: { access: wanted } });
};

const set = async () => {
  if (!(await isPrimary())) return 1;
  await ensureUsers();
  return 0;
};

quit(await set());
