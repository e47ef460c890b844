import { Flag, listParameter } from '@qsc/service-kit';
import { TABLE_FORMATS } from '@qsc/table-export';
import { z } from 'zod';
import { QUALIFICATION_STATUSES, toStatus } from '../supplier/supplier.ts';
import { APPROVED } from './vendor-list.ts';

const Status = z.string().refine((status) => QUALIFICATION_STATUSES.includes(status), {
  error: `One of ${QUALIFICATION_STATUSES.join(', ')}`,
});

export const VendorListQuery = z.strictObject({
  format: z.enum(TABLE_FORMATS).default('csv').meta({ description: 'The format of the file.' }),
  status: listParameter(Status)
    .transform((statuses) => [...new Set(statuses.map(toStatus))])
    .prefault(APPROVED.join(','))
    .meta({ description: 'Suppliers in these qualification statuses, separated by commas.' }),
  include_components: Flag.prefault('false').meta({ description: 'One line for each component of a supplier.' }),
});

/** The list as csv: its head, and the line of a supplier. */
export const vendorListCsvExample = [
  'Supplier,Supplier code,Country,Region,Qualification status,Qualified on,Next audit,Risk level,Risk score,Categories,Certifications,Conditions',
  'Acme Pharma,SUP-0042,DE,EMEA,conditional,2026-03-02,2027-03-02,low,18,"API, excipient",ISO 9001,Only for tablets',
  '',
].join('\r\n');
