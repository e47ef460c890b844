import { STOP_TIMEOUT_MS, startTcpProxy, stopAtEveryMoment, type TcpProxy } from '@qsc/test-kit';
import { startGateway } from '../src/compose.ts';
import { configFor, type Setting, startSetting } from './setting.ts';

describe('the stop of the gateway', function () {
  this.timeout(STOP_TIMEOUT_MS);
  let setting: Setting;
  let silent: TcpProxy;

  before(async () => {
    setting = await startSetting();
    silent = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(setting.identity.issuer).port) });
    silent.silence();
  });
  after(async () => {
    await silent.close();
    await setting.stop();
  });

  const address = () => `127.0.0.1:${silent.port}`;
  const config = () => configFor(setting.identity, setting.services);

  it('ends at any moment of the start', () => stopAtEveryMoment((options) => startGateway(config(), options)));

  it('ends at any moment of the start while identity takes connections and says nothing', () =>
    stopAtEveryMoment((options) => startGateway({ ...config(), IDENTITY_GRPC_URL: address() }, options)));

  it('ends at any moment of the start while Redis takes connections and says nothing', () =>
    stopAtEveryMoment((options) => startGateway({ ...config(), REDIS_URL: `redis://${address()}` }, options)));

  it('ends at any moment of the start while identity and Redis are away', () =>
    stopAtEveryMoment((options) =>
      startGateway({ ...config(), IDENTITY_GRPC_URL: '127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' }, options),
    ));
});
