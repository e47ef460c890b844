// The health check of docker-compose.yml: logs in as the server's first user and runs setup.js. The password is read here and is not
// among the arguments of mongosh, which everybody on the machine may read.
const { MONGODB_HOST, MONGO_INITDB_ROOT_USERNAME: user, MONGO_INITDB_ROOT_PASSWORD: password } = process.env;
const here = `127.0.0.1:${MONGODB_HOST.split(':')[1]}`;
db = connect(`mongodb://${user}:${encodeURIComponent(password)}@${here}/admin?directConnection=true`);
load(`${__dirname}/setup.js`);
