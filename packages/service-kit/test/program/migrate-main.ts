import { startService } from '@qsc/service-kit';
import { runService } from '@qsc/service-kit/run-service';
import { noteDefinition } from '../note-service.ts';

// A program whose composition must not be reached when it migrates alone.
await runService('note', (options) => {
  const compose = () => {
    throw new Error('It was composed.');
  };
  const config = JSON.parse(process.env.NOTE_CONFIG ?? '');
  return startService({ name: 'note', config, collections: [noteDefinition], compose }, options);
});
