import { PROCESS, PROCESSED } from './process.ts';
import type { LabelRow } from './row.ts';

const MAKE =
  '(?:manufacture|manufacturing|manufactured|manufacturer|manufactures|produce|producing|mfg|mfd|mfr|manuf|manufact|production|produced|prod|fabrication|mfgr|manufac|mnfg|mnf)';

/** Labels of the date of manufacture. */
export const MANUFACTURE_DATE_ROWS: readonly LabelRow[] = [
  [
    'manufacturing_date',
    1,
    `(?:date|dates) (?:of|de) ${MAKE}`,
    `(?:(?:batch|product|lot) )?${MAKE} (?:date|dates|dt|on|day|month)`,
    `date (?:manufactured|produced|mfg|mfd|made)`,
    'dom|d o m|m date',
  ],
  [
    'manufacturing_date',
    0.95,
    'mfg|mfd|manufactured|produced',
    'made(?: on)?',
    'month of manufacture',
    '(?:year|month) of (?:manufacture|production)',
    `(?:${PROCESS}|synthesis) date|date of ${PROCESS}|date ${PROCESSED}|${PROCESSED} on|filled|bottled|brewed|roasted`,
  ],
  [
    'manufacturing_date',
    1,
    '(?:herst|herstell(?:ungs?)?|produktions?|prod|fertigungs?|abfull|fabrikations?) ?(?:datum|dat|tag|monat)',
    '(?:hergestellt|produziert|gefertigt|abgefullt)(?: am)?',
    'datum der (?:herstellung|produktion|fertigung|abfullung)',
    'date (?:de |d )?(?:fabrication|fab|production|elaboration|remplissage)',
    '(?:fabrique|produit|elabore)e? le',
    '(?:fecha|f) (?:de )?(?:fabricacion|fab|elaboracion|produccion|prod|manufactura|mfg)',
    '(?:fabricado|elaborado|producido) el',
    'data (?:di |de )?(?:produzione|prod|fabbricazione|fabricacao|fabrico|fab|producao)',
    '(?:prodotto|fabbricato) il|(?:fabricado|produzido) em',
    'fabricacion|elaboracion|fab',
    '(?:productie|fabricage|aanmaak) ?datum|datum (?:van )?(?:productie|fabricage)|(?:geproduceerd|vervaardigd) op',
    'tillverknings ?datum|(?:produktions|fremstillings) ?dato|valmistuspaiva',
    'uretim tarihi|data produkcji|datum vyroby|gyartas (?:datuma|ideje)',
    '生产日期|制造日期|製造日|製造年月日|제조일|제조일자|제조년월일|생산일자|дата производства|дата изготовления',
  ],
  ['manufacturing_date', 0.9, 'fabrication', 'batch production completed'],
  [
    'manufacturing_date',
    0.6,
    'batch date',
    'lot date',
    'date of batch',
    'process(?:ed|ing) date',
    'date (?:of )?process(?:ed|ing)',
  ],
];
