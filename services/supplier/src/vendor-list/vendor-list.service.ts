import type { Readable } from 'node:stream';
import type { Call, Download, UnitOfWork } from '@qsc/service-kit';
import { type Fact, type Row, TABLE_MEDIA_TYPES, writeTable } from '@qsc/table-export';
import type { SupplierRow } from '../read-model/supplier-row.ts';
import type { OpenVendors } from './vendor-list.store.ts';
import { exported, shortenedFact, toFilename, toLines, toTable, type VendorListRequest } from './vendor-list.ts';

export type VendorListService = {
  /** The list as a file. Throws `service_unavailable` where the organisation's name cannot be read. */
  export(request: VendorListRequest, call: Call): Promise<Download>;
};

type Parts = {
  openVendors: OpenVendors;
  unitOfWork: UnitOfWork;
  organizations: { get(orgId: string): Promise<{ name: string }> };
};

/** All lines. `shortened` collects what they leave out. */
async function* allLines(
  rows: AsyncIterable<SupplierRow>,
  request: VendorListRequest,
  shortened: Fact[],
): AsyncGenerator<Row> {
  for await (const row of rows) {
    const fact = shortenedFact(row, request);
    if (fact) shortened.push(fact);
    yield* toLines(row, request);
  }
}

/** The approved vendor list. An export is an action: its audit entry is committed before the first byte is sent. */
export const makeVendorListService = ({ openVendors, unitOfWork, organizations }: Parts): VendorListService => {
  const open = async (request: VendorListRequest, call: Call): Promise<Readable> => {
    const { name } = await organizations.get(call.actor.org_id);
    const vendors = await openVendors(call.actor.org_id, request.statuses);
    try {
      const events = [exported(request, vendors.count, call)];
      await unitOfWork.decide(call, {}, () => ({ changes: [], events, answer: undefined }));
    } catch (error) {
      await vendors.close();
      throw error;
    }
    const shortened: Fact[] = [];
    const annex = () => (shortened.length === 0 ? [] : [{ title: 'Shortened', facts: shortened }]);
    const table = { ...toTable(request, name, call), annex };
    const file = writeTable(request.format, table, allLines(vendors.rows, request, shortened));
    return file.once('close', () => void vendors.close());
  };

  return {
    export: async (request, call) => ({
      contentType: TABLE_MEDIA_TYPES[request.format],
      filename: toFilename(request, call),
      size: null,
      open: () => open(request, call),
    }),
  };
};
