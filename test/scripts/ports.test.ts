import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { Advice } from '../../scripts/runtime/command-line.ts';
import { findFreePortBase, requireFreePorts } from '../../scripts/runtime/ports.ts';
import { loadSettings } from '../../scripts/runtime/settings.ts';

describe('the ports of the mesh', () => {
  let holder: Server;

  beforeEach(async () => {
    holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
  });

  afterEach(() => holder.close());

  it('a taken port is named, with who holds it and how to go on', async () => {
    const { port } = holder.address() as AddressInfo;
    const failure = await requireFreePorts([{ port, purpose: 'the HTTP of entity' }]).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Advice);
    expect(String(failure)).to.include(`Port ${port}, needed for the HTTP of entity, is taken by pid ${process.pid}`);
    expect(String(failure)).to.include('QSC_PORT_BASE=8400 ./scripts/up');
  });

  it('a port base that leaves no room is refused with the range', () => {
    expect(() => loadSettings({ QSC_PORT_BASE: '65500' })).to.throw(Advice, /from 1024 to 65\d+/);
    expect(() => loadSettings({ QSC_PORT_BASE: 'high' })).to.throw(Advice);
  });

  it('a base is given to one alone, before anything listens on it', async () => {
    const bases = await Promise.all(Array.from({ length: 12 }, findFreePortBase));
    expect(new Set(bases).size).to.equal(12);
  });
});
