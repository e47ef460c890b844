import { type AnyRoute, download, route } from '@qsc/service-kit';
import { TABLE_MEDIA_TYPES } from '@qsc/table-export';
import { VendorListQuery, vendorListCsvExample } from './vendor-list.schemas.ts';
import type { VendorListService } from './vendor-list.service.ts';

/** The export of the approved vendor list (specification, "Suppliers"). It comes before the routes by id. */
export const vendorListRoutes = (vendorLists: VendorListService): AnyRoute[] => [
  route({
    id: 'exportVendorList',
    tag: 'Suppliers',
    method: 'get',
    path: '/suppliers/avl/export',
    summary: 'Export the approved vendor list',
    description:
      'The suppliers as a file, by name: qualified and conditional ones unless `status` says otherwise. The pdf is for an ' +
      'inspector: title, organisation, time, filter, who made it, page x of y. The csv is UTF-8, and text that a ' +
      "spreadsheet would take for a formula has a `'` before it. Each export has an entry in the audit log.",
    scope: 'suppliers:read',
    query: VendorListQuery,
    answer: download(Object.values(TABLE_MEDIA_TYPES), { [TABLE_MEDIA_TYPES.csv]: vendorListCsvExample }),
    example: {},
    handle: ({ query, call }) =>
      vendorLists.export(
        { format: query.format, statuses: query.status, includeComponents: query.include_components },
        call,
      ),
  }),
];
