import type { LabelRow } from './row.ts';

const CODE = '(?: (?:no|n|number|nr|num|nummer|numero|id|ref|reference|code|codigo|codice))';
const CERTIFICATE =
  '(?:(?:quality |analysis |inspection |test |conformity |works |mill |mill test |material test |lab |laboratory |analytical )?(?:certificate|cert|report)|certificates|coa|coc|(?:certificate|report|declaration|statement) of (?:analysis|conformity|conformance|compliance|quality|inspection|test)|registration|atest|c of a|c o a|mtr|mtc)';
const ZEUGNIS =
  '(?:zertifikats?|zertifikat registrier|zeugnis|prufbescheinigungs?|(?:prufung|pruf|pruef|analysen|untersuchungs)?berichts?|prufzeugnis|prufzertifikats?|analysenzertifikats?|analysen|abnahmeprufzeugnis|werkszeugnis|bescheinigungs?)';
const ROMANCE_PAPER =
  '(?:(?:certificat|certificado|certificato|rapport|informe|rapporto|relatorio|bulletin|boletin|bollettino|boletim|laudo)(?: d ?(?:analyse|essais?)| d[ei] (?:analyse|analisis|analisi|analise|conformite|conformidad|conformita|calidad|qualita|ensayo|ensaio|prova|controle))?)';

/** Labels of the number of the certificate or report. */
export const CERTIFICATE_ROWS: readonly LabelRow[] = [
  [
    'certificate_number',
    1,
    `(?:(?:the|holds|under|bearing|with|see|reg|doc) )?${CERTIFICATE}${CODE}`,
    `(?:number|no|numero|n) (?:of |de |du |di )?(?:the |this )?${CERTIFICATE}`,
    `${CERTIFICATE} registration(?: no| number)?`,
    '(?:analysis|analytical|test|coa report) (?:no|number|certificate no|certificate number)',
    'gmp certificate (?:no|number)',
    `${ZEUGNIS} ?(?:nr|nummer|no|id)`,
    `${ROMANCE_PAPER}${CODE}`,
    `(?:no|n|nr|num|numero|codigo|code|ref|reference)(?: (?:de|du|del|di|do|d))? ?${ROMANCE_PAPER}`,
    '(?:certificaat|rapport|analysecertificaat|analyserapport|testrapport|certifikat|certyfikat|rapor|sertifika) ?(?:nr|no|nummer)',
    '(?:nr|numer|cislo) (?:certyfikatu|swiadectwa|raportu|certifikatu|atestu|protokolu)',
    '证书编号|报告编号|报告书编号|质保书编号|检验报告编号|证书号|報告書番号|成績書番号|証明書番号|성적서번호|성적서 번호|номер сертификата|номер паспорта',
  ],
  [
    'certificate_number',
    0.85,
    '(?:a r|ar|analytical (?:report|reference|ref)|analysis (?:ref|reference|id)) ?(?:no|number)?',
    '(?:no|n|numero) (?:d |de )(?:analyse|analisis)',
    'prufnummer|pruf nr',
  ],
];
