import { Advice, type Say } from './command-line.ts';
import { prepareDataDirectory } from './paths.ts';
import { findFreePortBase } from './ports.ts';
import { loadSettings } from './settings.ts';
import { startMesh } from './start-mesh.ts';
import { takeDown } from './take-down.ts';

/** Where the programs send traces; a test that wants them listens there. */
const TRACES_OFFSET = 95;

/** Only what a test asks for by a `traceparent` is traced, so that the others cost no more than without. */
const tracing = (port: number): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  OTEL_BSP_SCHEDULE_DELAY: '500',
});

export type TestMesh = { environment: Record<string, string>; stop: () => Promise<void> };

/**
 * Starts a whole mesh of its own, as `scripts/up` would, for the end-to-end tests: own data, own ports, own MongoDB and
 * RabbitMQ. Its environment names the demo file and the data directory. A stop while it starts ends it again and throws.
 */
export const startTestMesh = async (directory: string, stopped: AbortSignal, say: Say): Promise<TestMesh> => {
  const paths = prepareDataDirectory(directory);
  const portBase = await findFreePortBase();
  const tracePort = portBase + TRACES_OFFSET;
  const settings = { ...loadSettings(tracing(tracePort)), dataDir: directory, portBase };
  const stop = async () => {
    await takeDown(paths, say);
  };
  try {
    const { backends } = await Promise.race([startMesh(settings, paths, say), failWhen(stopped)]);
    const { mongodbUri: MONGODB_URI, amqpUrl: AMQP_URL } = backends;
    const own = {
      QSC_DATA_DIR: directory,
      QSC_DEMO_FILE: paths.demo,
      QSC_TRACE_PORT: String(tracePort),
      MONGODB_URI,
      AMQP_URL,
    };
    return { environment: own, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const failWhen = (stopped: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    stopped.addEventListener('abort', () => reject(new Advice('Stopped while the mesh was starting.')), { once: true });
  });
