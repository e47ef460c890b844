// Run by mongosh as an administrator, in docker-compose.yml again and again by health-check.js: sets the replica set up where nobody
// has, gives every program its user with the rights of access.json, and ends with 0 once the server can be written to.
// mongosh waits for its own functions by itself, and knows no `await` at the top of a file.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

const { ACCESS_FILE, MONGODB_HOST, MONGO_INITDB_ROOT_USERNAME: first } = process.env;
const text = readFileSync(ACCESS_FILE, 'utf8');
const users = JSON.parse(text).map((user) => ({ ...user, pwd: process.env[user.password] }));
const admin = db.getSiblingDB('admin');
const run = (command) => admin.runCommand(command);

const isPrimary = () => {
  try {
    run({ replSetGetStatus: 1 });
  } catch {
    run({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: MONGODB_HOST }] } });
  }
  return run({ hello: 1 }).isWritablePrimary === true;
};

const ensureUser = ({ name, pwd, privileges }) => {
  const { roles } = run({ rolesInfo: name });
  run({ [roles.length === 0 ? 'createRole' : 'updateRole']: name, privileges, roles: [] });
  const known = run({ usersInfo: name });
  run({ [known.users.length === 0 ? 'createUser' : 'updateUser']: name, pwd, roles: [name] });
};

// What was done is noted at the first user, so that asking again costs one read.
const ensureUsers = () => {
  const wanted = createHash('sha256').update(JSON.stringify(users)).digest('base64url');
  const noted = run({ usersInfo: first }).users[0].customData;
  if (noted?.access === wanted) return;
  for (const user of users) ensureUser(user);
  run({ updateUser: first, customData: { access: wanted } });
};

const set = () => {
  if (!isPrimary()) return 1;
  ensureUsers();
  return 0;
};

quit(set());
