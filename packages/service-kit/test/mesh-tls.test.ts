import { once } from 'node:events';
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { connect, createServer, type Server } from 'node:tls';
import {
  type Authority,
  eventually,
  type IssuedFiles,
  makeAuthority,
  replaceFiles,
  testEnvironment,
} from '@qsc/test-kit';
import { expect } from 'chai';
import express from 'express';
import mongoose from 'mongoose';
import { superviseBroker } from '../src/broker/connection.ts';
import { type GrpcClient, makeGrpcClient } from '../src/grpc/client.ts';
import { loadService } from '../src/grpc/definition.ts';
import { type GrpcServer, startGrpcServer, unary } from '../src/grpc/server.ts';
import { type HttpServer, startHttpServer } from '../src/http/server.ts';
import { AppError, makeLog, meshMember } from '../src/index.ts';
import { makeMetrics } from '../src/metrics.ts';
import { closeDatabase, openDatabase } from '../src/mongo/database.ts';
import { loadCertificates } from '../src/tls/certificate.ts';
import { watchCertificates } from '../src/tls/certificate-metrics.ts';
import { requireCertificate } from '../src/tls/require-certificate.ts';

const MESH_SECRET = 'a secret of the mesh that is long enough for a test';
const log = makeLog('test', 'fatal');

describe('a mesh with TLS', () => {
  const definition = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
  let authority: Authority;
  let another: Authority;
  let own: IssuedFiles;
  let foreign: IssuedFiles;

  before(() => {
    authority = makeAuthority();
    another = makeAuthority();
    own = authority.issue('entity');
    // Its owner trusts the mesh, and the mesh does not know its authority.
    foreign = { ...another.issue('stranger'), TLS_CA_FILE: own.TLS_CA_FILE };
  });
  after(() => {
    authority.close();
    another.close();
  });

  /** The certificate that a server shows now. */
  const readSerial = async (port: number): Promise<string> => {
    const [cert, key, ca] = [own.TLS_CERT_FILE, own.TLS_KEY_FILE, own.TLS_CA_FILE].map((file) => readFileSync(file));
    const socket = connect({ host: 'localhost', port, cert, key, ca, ALPNProtocols: ['h2', 'http/1.1'] });
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };

  describe('over gRPC', () => {
    const clients: GrpcClient[] = [];
    let server: GrpcServer;
    let place: IssuedFiles;

    before(async () => {
      place = authority.issue('entity-grpc');
      const implementation = { GetEntity: unary(log, async () => ({ name: 'Aspirin' })) };
      server = await startGrpcServer('127.0.0.1:0', meshMember({ MESH_SECRET, ...place }, 'entity'), [
        { definition, implementation },
      ]);
    });
    after(async () => {
      for (const client of clients) client.close();
      await server.stop();
    });

    const ask = async (files: Partial<IssuedFiles>): Promise<string> => {
      const target = { address: `localhost:${server.port}`, name: 'entity', definition };
      const client = makeGrpcClient(target, meshMember({ MESH_SECRET, ...files }, 'quality'));
      clients.push(client);
      try {
        return (await client.call<object, { name: string }>('GetEntity', { org_id: 'org_1', id: 'ent_1' })).name;
      } catch (error) {
        return error instanceof AppError ? error.code : String(error);
      }
    };

    it('serves a program with a certificate of its authority', async () => {
      expect(await ask(authority.issue('quality'))).to.equal('Aspirin');
    });

    it('refuses one that has none, though it has the secret of the mesh', async () => {
      expect(await ask({})).to.equal('service_unavailable');
    });

    it('refuses one with the certificate of another authority', async () => {
      expect(await ask(foreign)).to.equal('service_unavailable');
    });

    it('shows a renewed certificate without a restart', async () => {
      const before = await readSerial(server.port);
      replaceFiles(place, authority.issue('renewed'));
      loadCertificates(place)?.renew();
      await eventually('it is renewed', async () => (await readSerial(server.port)) !== before);
      expect(await ask(own)).to.equal('Aspirin');
    });
  });

  describe('over HTTP', () => {
    let server: HttpServer;
    let place: IssuedFiles;

    before(async () => {
      place = authority.issue('supplier');
      const app = express().use(requireCertificate);
      app.get('/{*path}', (_request, response) => void response.json({}));
      app.use(((error, _request, response, _next) => {
        response.status(error instanceof AppError ? error.httpStatus : 500).end();
      }) as express.ErrorRequestHandler);
      server = await startHttpServer(app, {
        port: 0,
        host: '127.0.0.1',
        certificates: loadCertificates(place) ?? undefined,
        asksClients: true,
      });
    });
    after(() => server.stop());

    const requestStatus = async (path: string, files?: IssuedFiles): Promise<number | undefined> => {
      const shown = files && { cert: readFileSync(files.TLS_CERT_FILE), key: readFileSync(files.TLS_KEY_FILE) };
      const requested = request({
        host: 'localhost',
        port: server.port,
        path,
        agent: false,
        ca: readFileSync(own.TLS_CA_FILE),
        ...shown,
      }).end();
      const [answer] = await once(requested, 'response');
      answer.resume();
      return answer.statusCode;
    };

    it('serves who shows a certificate of the mesh, and refuses everybody else', async () => {
      expect(await requestStatus('/v1/entities', own)).to.equal(200);
      expect(await requestStatus('/v1/entities')).to.equal(401);
      expect(await requestStatus('/v1/entities', foreign)).to.equal(401);
      expect(await requestStatus('/metrics')).to.equal(401);
    });

    it('tells everybody its API', async () => {
      expect(await requestStatus('/openapi.json')).to.equal(200);
    });

    /** The status over a new connection, which resumes a session where one is given, and else leaves one. */
    const statusInSession = async (files?: IssuedFiles, session?: Buffer) => {
      const shown = files && { cert: readFileSync(files.TLS_CERT_FILE), key: readFileSync(files.TLS_KEY_FILE) };
      const socket = connect({
        host: 'localhost',
        port: server.port,
        ca: readFileSync(own.TLS_CA_FILE),
        minVersion: 'TLSv1.3',
        ...shown,
        session,
      });
      const left = session ? [session] : once(socket, 'session');
      const requested = request({ path: '/v1/entities', createConnection: () => socket }).end();
      const [answer] = await once(requested, 'response');
      const [ticket] = await left;
      const resumed = socket.isSessionReused();
      socket.destroy();
      return { status: answer.statusCode, resumed, ticket };
    };

    it('judges a session that is resumed as it judged its first connection', async () => {
      for (const [files, status] of [[own, 200] as const, [undefined, 401] as const, [foreign, 401] as const]) {
        const first = await statusInSession(files);
        expect(first).to.include({ status, resumed: false });
        expect(await statusInSession(undefined, first.ticket)).to.include({ status, resumed: true });
      }
    });

    it('tells everybody of a renewed certificate, also where one of them throws', () => {
      const files = authority.issue('told');
      const certificates = loadCertificates(files)!;
      const reported: string[] = [];
      certificates.onRenewal(() => {
        throw new Error('a part of the key');
      });
      certificates.onRenewal(() => void reported.push('second'));
      replaceFiles(files, authority.issue('renewed'));
      expect(() => certificates.renew()).to.throw(/^The renewed certificate was not taken everywhere: 1 /);
      expect(reported).to.deep.equal(['second']);
    });

    it('shows a renewed certificate without a restart, and keeps the good one while the files do not fit', async () => {
      const before = await readSerial(server.port);
      replaceFiles(place, { ...authority.issue('renewed'), TLS_KEY_FILE: own.TLS_KEY_FILE });
      expect(() => loadCertificates(place)?.renew()).to.throw(/no certificate with its key/);
      expect(await readSerial(server.port)).to.equal(before);
      replaceFiles(place, authority.issue('renewed'));
      loadCertificates(place)?.renew();
      expect(await readSerial(server.port)).not.to.equal(before);
    });
  });

  describe('whose renewed files cannot be used', () => {
    const warnings: string[] = [];
    const metrics = makeMetrics('tls');
    let server: HttpServer;
    let place: IssuedFiles;
    let look: () => void;

    before(async () => {
      const issued = authority.issue('watched');
      place = { ...issued, TLS_CA_FILE: `${issued.TLS_CERT_FILE}.ca` };
      copyFileSync(issued.TLS_CA_FILE, place.TLS_CA_FILE);
      const certificates = loadCertificates(place, (reason) => void warnings.push(reason))!;
      look = certificates.look;
      watchCertificates(certificates, metrics);
      server = await startHttpServer(express(), { port: 0, host: '127.0.0.1', certificates });
    });
    after(() => server.stop());
    afterEach(() => warnings.splice(0));

    const reported = async (metric: string): Promise<number[]> => {
      const text = await metrics.registry.metrics();
      return [...text.matchAll(new RegExp(`^${metric}\\{.*\\} (\\S+)$`, 'gm'))].map((match) => Number(match[1]));
    };

    const SPOILT: [what: string, spoil: () => void][] = [
      ['an authority that is no certificate', () => writeFileSync(place.TLS_CA_FILE, 'no certificate')],
      [
        'one of two authorities that cannot be read',
        () => appendFileSync(place.TLS_CA_FILE, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
      ],
      ['a certificate that is gone', () => rmSync(place.TLS_CERT_FILE)],
      ['the key of another', () => copyFileSync(own.TLS_KEY_FILE, place.TLS_KEY_FILE)],
    ];

    for (const [what, spoil] of SPOILT)
      it(`goes on with the one from before, says why once and shows it: ${what}`, async () => {
        const before = await readSerial(server.port);
        spoil();
        look();
        look();
        expect(warnings).to.have.length(1);
        expect(warnings[0]).to.include(place.TLS_CERT_FILE);
        expect(await readSerial(server.port)).to.equal(before);
        expect(await reported('tls_certificate_renewal_failing')).to.deep.equal([1]);
        copyFileSync(own.TLS_CA_FILE, place.TLS_CA_FILE);
        replaceFiles(place, authority.issue('renewed'));
        look();
        expect(await readSerial(server.port)).not.to.equal(before);
        expect(await reported('tls_certificate_renewal_failing')).to.deep.equal([0]);
        expect(warnings).to.have.length(1);
      });

    it('shows when the certificate in use and its authority end', async () => {
      const day = 24 * 3600;
      const ends = await reported('tls_certificate_not_after_timestamp_seconds');
      expect(ends).to.have.length(2);
      for (const end of ends) expect(end - Date.now() / 1000).to.be.within(0, day + 60);
    });
  });

  describe('with what it keeps its data in', () => {
    const { mongodbUri, amqpUrl, prefix } = testEnvironment();
    const proxies: Server[] = [];

    /** The server behind an address, reached over TLS. */
    const overTls = async (host: string, port: number): Promise<number> => {
      const shown = { cert: readFileSync(own.TLS_CERT_FILE), key: readFileSync(own.TLS_KEY_FILE) };
      const proxy = createServer(shown, (socket) => {
        const behind = connectPlain({ host, port });
        socket.pipe(behind).pipe(socket);
        for (const one of [socket, behind])
          one.on('error', () => {}).on('close', () => [socket, behind].map((each) => each.destroy()));
      });
      proxies.push(proxy);
      proxy.listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      return (proxy.address() as AddressInfo).port;
    };

    before(() => void loadCertificates(own));
    after(() => {
      for (const proxy of proxies) proxy.close();
    });

    it('takes the word of RabbitMQ by amqps, if its certificate is of the authority', async () => {
      const url = new URL(amqpUrl);
      const port = await overTls(url.hostname, Number(url.port || 5672));
      const broker = superviseBroker(
        `amqps://${url.username}:${url.password}@localhost:${port}${url.pathname}`,
        [],
        log,
      );
      await eventually('the broker is connected', broker.isReady);
      await broker.close();
    });

    it('takes the word of MongoDB by tls=true, if its certificate is of the authority', async () => {
      const [address = ''] = new URL(mongodbUri).host.split(',');
      const [host = '', port = '27017'] = address.split(':');
      const uri = `mongodb://localhost:${await overTls(host, Number(port))}/?directConnection=true&tls=true`;
      const connection = openDatabase(uri, `${prefix}tls`);
      await connection.asPromise();
      expect(await connection.getClient().db('admin').command({ ping: 1 })).to.include({ ok: 1 });
      await closeDatabase(connection);
      const strict = new mongoose.mongo.MongoClient(`${uri}&tlsCAFile=${another.issue('other').TLS_CA_FILE}`, {
        serverSelectionTimeoutMS: 500,
      });
      const refused = await strict.connect().catch((error: Error) => error.name);
      expect(refused).to.equal('MongoServerSelectionError');
      await strict.close();
    });
  });

  it('does not start with half of its files, or with a key that does not fit', () => {
    const { TLS_KEY_FILE: _, ...half } = own;
    expect(() => loadCertificates(half)).to.throw('Set TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE');
    expect(() => loadCertificates({ TLS_HTTP_CLIENTS: 'mesh' })).to.throw('Set TLS_CERT_FILE');
    expect(() => loadCertificates({ ...own, TLS_KEY_FILE: foreign.TLS_KEY_FILE })).to.throw(/are no certificate/);
    expect(() => loadCertificates({ ...own, TLS_CA_FILE: '/nowhere' })).to.throw('/nowhere cannot be read: ENOENT');
    expect(loadCertificates({})).to.equal(null);
  });
});
