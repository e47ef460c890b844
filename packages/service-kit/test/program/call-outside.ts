// A program of a mesh with TLS (its files in the environment) that calls addresses, as a customer's and as one of the mesh.
import { get } from 'node:https';
import { makeOutboundClient, parseNetwork } from '@qsc/service-kit';
import { loadCertificates } from '../../src/tls/certificate.ts';

loadCertificates(process.env);
const allowedNetworks = [parseNetwork('127.0.0.1/32')!];
const client = makeOutboundClient({ allowedNetworks, lookup: async () => ['127.0.0.1'] });

const asCustomer = async (url: string): Promise<string> => {
  const outcome = await client.send({ url, method: 'GET', timeoutMs: 60_000, keepBytes: 100 });
  return outcome.outcome === 'answered' ? 'answered' : outcome.reason;
};

const asMesh = (url: string): Promise<string> =>
  new Promise((resolve) => {
    get(url, (answer) => {
      answer.resume();
      resolve('answered');
    }).on('error', () => resolve('failed'));
  });

const answers = process.argv.slice(2).map(async (url) => [await asCustomer(url), await asMesh(url)]);
process.stdout.write(JSON.stringify(await Promise.all(answers)));
await client.close();
