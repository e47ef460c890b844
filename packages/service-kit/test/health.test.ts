import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { mountHealth } from '../src/http/health.ts';
import type { Log } from '../src/log.ts';

describe('readiness', () => {
  it('shows the names of checks alone, and tells the log why one fails, each reason once', async () => {
    const reported: unknown[] = [];
    const log = { warn: (_message: string, fields: unknown) => reported.push(fields) } as unknown as Log;
    let reason: string | null = 'the bucket is not there';
    const files = () => {
      if (reason !== null) throw new Error(reason);
      return true;
    };
    const app = express();
    mountHealth(app, { files, broker: () => true }, log);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
      return [answer.status, ((await answer.json()) as { checks: unknown }).checks];
    };
    try {
      for (let requested = 0; requested < 2; requested += 1)
        expect(await ask()).to.deep.equal([503, { files: false, broker: true }]);
      expect(reported).to.deep.equal([{ check: 'files', reason }]);
      reason = null;
      expect(await ask()).to.deep.equal([200, { files: true, broker: true }]);
      reason = 'the login is refused';
      await ask();
      expect(reported).to.have.length(2);
    } finally {
      server.close();
    }
  });
});
