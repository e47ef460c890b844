import type { LabelRow } from './row.ts';

const NO =
  '(?: (?:no|n|nos|number|numbers|nr|num|nbr|nummer|numero|numer|id|code|identification|identifier|ident|ref|reference|cislo|no id))?';
const BATCH =
  '(?:batch|batches|lot|lots|charge|charg|chargen|chargennr|chargennummer|chargenbezeichnung|lote|lotto|partida|partita|serie|parti|sarze|sarza|sarzs|seria|erat|lotnummer|batchnummer|partij|batchno|lotno|batch lot|lot batch|batch or lot|lot or batch)';
const OWNER =
  '(?:product|sample|material|manufacturer|manufacturers|manufacturer s|mfr|mfg|manufacturing|production|prod|producer|supplier|suppliers|supplier s|vendor|vendor s|source|finished product|fg|bulk|api|item|goods|original|component|raw material|substance|drug substance|commercial|hersteller|produktions?)';

/** Labels of the batch, the surer ones first. */
export const BATCH_ROWS: readonly LabelRow[] = [
  ['batch_number', 0.97, `(?:lot|lots|lotnummer|lotno)${NO}`],
  [
    'batch_number',
    1,
    `${BATCH}${NO}`,
    'b no|b nr|bn|b n|ch b|ch bez|ch no|ch nr|l no',
    `(?:number|no|numero|num|nr|n|nummer|numer)(?: (?:of|de|du|di|do|da|della|del|der))?(?: (?:the|la|el))? ${BATCH}(?: (?:of|du|de|del) (?:the )?(?:product|produit|producto|material))?`,
    `${BATCH} (?:number |no )?of (?:the )?(?:product|material|goods|sample)`,
    '批号|批號|产品批号|生产批号|批次|批次号|生产批次|ロット番号|製造番号|제조번호|로트번호|배치번호|серия|номер серии|партия|номер партии',
  ],
  [
    'batch_number',
    0.97,
    '(?:charge|chargen|batch|lot|los|schmelze|schmelzen|herstell ?charge|produktions ?charge)(?:n| n)? ?(?:nr|no|nummer|nummern|bezeichnung|bez|kennung|code|id)',
    '(?:partie|sud)[ -]?(?:nr|nummer)',
    '(?:code|ref|reference)(?: (?:de|du))? lot|lot (?:fabricant|de fabrication|usine)',
    '(?:lote|lotto|lot) (?:del? |di |do )?(?:producto|fabricacion|produzione|fabricante|fabbricazione|produto|fabrico)',
    '(?:partij|batch|lot|charge) ?(?:nr|nummer)',
    '(?:sats|parti|batch|charge) ?(?:nr|nummer)|eranumero|eranro|(?:nr|numer) (?:partii|serii)|cislo sarze|gyartasi szam|seri no',
  ],
  ['batch_number', 0.94, `${OWNER} ${BATCH}${NO}`],
  [
    'batch_number',
    0.85,
    `(?:harvest|metrc|cultivation|our|internal|in house|received|packaging|package|client|customer|cylinder) ${BATCH}${NO}`,
    'control(?: lot)? (?:no|number)',
    'los|partie|era|sats',
  ],
  [
    'batch_number',
    0.85,
    `(?:heat|melt|cast|smelt|schmelze|schmelzen|coulee|colata|colada)${NO}`,
    '(?:no|n|numero) (?:de |di )?(?:coulee|colada|colata)',
  ],
];
