import type { LabelRow } from './row.ts';

/** Labels of the holder of a certificate and of its scope. */
export const HOLDER_ROWS: readonly LabelRow[] = [
  [
    'holder',
    1,
    '(?:certificate|certification|registration|gmp)? ?(?:holder|owner)(?: name| of (?:the )?certificate)?',
    '(?:name of )?(?:the )?(?:certified |registered )?(?:organi[sz]ation|company)(?: name)?',
    '(?:awarded|issued|granted) to',
    'name of (?:the )?(?:certificate holder|certified organi[sz]ation)',
    'certified (?:organi[sz]ation|company|client|site)',
    '(?:zertifikats)?inhaber(?: des zertifikats)?|unternehmen|firma',
    'titulaire(?: du certificat)?|entreprise|societe|organisation certifiee',
    'titular(?: del certificado)?|empresa|organizacion',
    'titolare(?: del certificato)?|azienda|organizzazione',
    '(?:certificaat)?houder|organisatie',
  ],
  [
    'scope',
    1,
    '(?:the )?(?:certified |certification |registration |approved )?scope(?: of (?:the )?(?:certification|registration|certificate|activities|approval|supply|the management system))?',
    'for the following scope(?: of .+)?',
    'with the scope',
    'geltungsbereich(?: der zertifizierung)?|zertifizierungsbereich',
    'anwendungsbereich',
    '(?:domaine|champ) d application|perimetre(?: de (?:la )?certification)?|portee',
    'alcance(?: de (?:la )?certificacion)?|ambito',
    'campo di applicazione|scopo(?: della certificazione)?',
    'toepassingsgebied|reikwijdte',
    '(?:for|in respect of) the following (?:activities|scope|products)(?: .+)?',
    'applicable to',
    'activities|certified activities|activity',
    '认证范围',
  ],
];
