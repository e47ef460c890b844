import { startTryton } from '../../../services/integration/test/tryton/tryton-server.ts';
import { say } from '../../runtime/command-line.ts';
import { findTryton } from '../../runtime/tryton.ts';
import { codeAt, makeMapping, makeRows, nameAt, type StartPartner } from './partner.ts';

const AT_ONCE = 500;
const FIELDS = ['name', 'code', 'write_date', 'create_date', '_timestamp', 'active'];

/** A Tryton of its own on SQLite, with parties. */
export const startTrytonPartner: StartPartner = async (count) => {
  process.env.QSC_TRYTON = await findTryton(say);
  const server = await startTryton();
  if (!server) throw new Error('Tryton is missing.');
  const { url: api_base, username, password, rpc } = server;
  const parties = makeRows(count, (index) => ({ name: nameAt(index), code: codeAt('T', index) }));
  for (let from = 0; from < count; from += AT_ONCE)
    await rpc('model.party.party.create', parties.slice(from, from + AT_ONCE), {});
  return {
    name: 'Tryton',
    connection: { type: 'tryton', authentication: { type: 'session', username, password }, endpoints: { api_base } },
    mapping: makeMapping('party.party', { name: 'name', code: 'code' }),
    async *pages(size) {
      for (let last = 0; ; ) {
        const condition = [[['id', '>', last]], 0, size, [['id', 'ASC']], FIELDS];
        const rows = (await rpc('model.party.party.search_read', ...condition, {})) as { id: number }[];
        if (rows.length === 0) return;
        yield rows;
        last = rows.at(-1)?.id ?? last;
      }
    },
    stop: () => server.stop(),
  };
};
