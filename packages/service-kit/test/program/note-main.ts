import { runService } from '@qsc/service-kit/run-service';

// The `main.ts` of the notes, which tells its parent how far it is.
process.send?.('running');
await runService('note', async (options) => {
  const { startNoteService } = await import('../note-service.ts');
  process.send?.('loaded');
  const config = JSON.parse(process.env.NOTE_CONFIG ?? '');
  return startNoteService(config, process.env.NOTE_EVENT ?? '', undefined, options);
});
