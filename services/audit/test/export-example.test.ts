import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { entryExample } from '../src/entry/entry.schemas.ts';
import { toStored } from '../src/entry/entry.store.ts';
import { exportFileExamples } from '../src/export/export.schemas.ts';
import { toContent } from '../src/export/export-content.ts';
import { MEDIA_TYPES } from '../src/export/export-file.ts';
import { selectFields } from '../src/export/exported-row.ts';

describe('the example of an export of the audit log', () => {
  for (const format of ['csv', 'json'] as const)
    it(`is the file that is made of such an entry: ${format}`, async () => {
      const request = { format, include_signatures: true, include_raw_data: false };
      const read = new Set(['_id', ...selectFields(request)]);
      const stored = Object.entries(toStored(entryExample as never)).filter(([name]) => read.has(name));
      const batches = (async function* () {
        yield [Object.fromEntries(stored) as never];
      })();
      const job = { ...request, from: new Date(), to: new Date(), requested_by: {}, entity_types: [], actions: [] };
      const made = await buffer(Readable.from(toContent(job as never, batches, 'Acme')));
      expect(made.toString().replace('\ufeff', '')).to.equal(exportFileExamples[MEDIA_TYPES[format]]);
    });
});
