import { batchColumns } from './batch-columns.ts';
import { csvFiles } from './csv-file.ts';
import { detectionLimits } from './detection-limits.ts';
import { frenchBilingual } from './french-bilingual.ts';
import { fullGrid } from './full-grid.ts';
import { germanBilingual } from './german-bilingual.ts';
import { gmpCertificate } from './gmp-certificate.ts';
import { horizontalRules } from './horizontal-rules.ts';
import { isoCertificate } from './iso-certificate.ts';
import { isoForm } from './iso-form.ts';
import { labelsAbove } from './labels-above.ts';
import type { Layout } from './layout.ts';
import { longContinuation } from './long-continuation.ts';
import { minMaxColumns } from './min-max-columns.ts';
import { monospaced } from './monospaced.ts';
import { noHead } from './no-head.ts';
import { plainPapers } from './plain-paper.ts';
import { severalSamples } from './several-samples.ts';
import { sideBySide } from './side-by-side.ts';
import { tradePapers } from './trade-paper.ts';
import { transposed } from './transposed.ts';
import { twinForm } from './twin-form.ts';
import { xmlFiles } from './xml-file.ts';
import { zebraDarkHead } from './zebra-dark-head.ts';

/** The layouts on which the extraction may be tuned. */
export const developmentLayouts: readonly Layout[] = [
  fullGrid,
  horizontalRules,
  zebraDarkHead,
  minMaxColumns,
  monospaced,
  germanBilingual,
  frenchBilingual,
  batchColumns,
  sideBySide,
  noHead,
  transposed,
  longContinuation,
  severalSamples,
  labelsAbove,
  detectionLimits,
  isoCertificate,
  isoForm,
  gmpCertificate,
  twinForm,
  ...xmlFiles,
  ...csvFiles,
  ...tradePapers,
  ...plainPapers,
];
