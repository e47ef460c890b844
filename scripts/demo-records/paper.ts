import { gmpCertificate } from '../../packages/certificate-extraction/bench/make-certificates/layout/gmp-certificate.ts';
import { isoCertificate } from '../../packages/certificate-extraction/bench/make-certificates/layout/iso-certificate.ts';
import type { Layout } from '../../packages/certificate-extraction/bench/make-certificates/layout/layout.ts';
import { zebraDarkHead } from '../../packages/certificate-extraction/bench/make-certificates/layout/zebra-dark-head.ts';
import { createRandom } from '../../packages/certificate-extraction/bench/make-certificates/random.ts';
import type { Company } from '../../packages/certificate-extraction/bench/make-certificates/sheet/company.ts';
import type { Day } from '../../packages/certificate-extraction/bench/make-certificates/sheet/settled.ts';

/** What a document has to say; days as YYYY-MM-DD. */
export type Statement = {
  type: 'coa' | 'gmp' | 'iso';
  name: string;
  company: Company;
  material: string | null;
  batchNumber: string | null;
  issueDate: string;
  expiryDate: string;
  failing: boolean;
};

const LAYOUTS: Record<Statement['type'], Layout> = { coa: zebraDarkHead, gmp: gmpCertificate, iso: isoCertificate };

/** Makes the PDF of a certificate by the generator of the extraction's measurements. */
export const makePaper = async (said: Statement): Promise<Uint8Array> => {
  const random = createRandom(said.name, {
    producer: said.company,
    failing: said.failing,
    issue: toDay(said.issueDate),
    expiry: toDay(said.expiryDate),
    ...(said.material === null ? {} : { material: said.material }),
    ...(said.batchNumber === null ? {} : { batchNumber: said.batchNumber }),
  });
  return (await LAYOUTS[said.type].draw(random)).bytes;
};

const toDay = (text: string): Day => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
};
