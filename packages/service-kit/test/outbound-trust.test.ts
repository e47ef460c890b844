import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Authority, type IssuedFiles, makeAuthority } from '@qsc/test-kit';
import { expect } from 'chai';

const PROGRAM = join(import.meta.dirname, 'program/call-outside.ts');

describe('a call out of a mesh with TLS', () => {
  const servers: Server[] = [];
  let mesh: Authority;
  let operator: Authority;

  before(() => {
    mesh = makeAuthority();
    operator = makeAuthority();
  });
  after(() => {
    for (const server of servers) server.close();
    mesh.close();
    operator.close();
  });

  const serve = async ({ TLS_CERT_FILE, TLS_KEY_FILE }: IssuedFiles): Promise<string> => {
    const shown = { cert: readFileSync(TLS_CERT_FILE), key: readFileSync(TLS_KEY_FILE) };
    const server = createServer(shown, (_request, response) => void response.end());
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `https://localhost:${(server.address() as AddressInfo).port}/`;
  };

  it('believes the authorities that the operator has named, and not the one of the mesh, which programs believe among each other', async () => {
    const urls = [await serve(mesh.issue('stranger')), await serve(operator.issue('receiver'))];
    const environment = {
      PATH: process.env.PATH,
      ...mesh.issue('webhook'),
      NODE_EXTRA_CA_CERTS: operator.issue('any').TLS_CA_FILE,
    };
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...urls], { env: environment });
    expect(JSON.parse(stdout)).to.deep.equal([
      ['tls', 'answered'],
      ['answered', 'answered'],
    ]);
  });
});
