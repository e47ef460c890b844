// English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech and Scandinavian names begin like these.
const MONTHS: readonly string[] = [
  'januari|january|januar|janvier|janeiro|gennaio|january|enero|jan|ene|gen|jaen(?:ner)?|stycznia',
  'februari|february|februar|fevrier|fevereiro|febrero|febbraio|febr|fevr|feb|fev|lutego',
  'maart|march|maerz|marzo|marco|marts|mars|marz|mar|mrz|mrt|marca',
  'april|avril|abril|aprile|apr|avr|abr|kwietnia',
  'may|mayo|maio|maggio|mei|mai|maj|mag|maja',
  'june|juni|juin|junio|junho|giugno|jun|giu|czerwca',
  'july|juli|juillet|julio|julho|luglio|juil|jul|lug|lipca',
  'august|augustus|aout|agosto|aug|ago|sierpnia',
  'september|septembre|septiembre|setembro|settembre|sept|sep|set|wrzesnia',
  'october|oktober|octobre|octubre|outubro|ottobre|oct|okt|out|ott|pazdziernika',
  'november|novembre|noviembre|novembro|nov|listopada',
  'december|dezember|decembre|diciembre|dezembro|dicembre|dec|dez|dic|grudnia',
];

const LONGEST_FIRST = MONTHS.flatMap((names) => names.split('|')).sort((a, b) => b.length - a.length);

/** The source of a pattern that matches a month's name in folded letters. */
export const MONTH = `(?:${LONGEST_FIRST.join('|')})(?![a-z])`;

/** 1 to 12 for a name that `MONTH` matched; 0 for any other word. */
export function findMonth(name: string): number {
  return MONTHS.findIndex((names) => new RegExp(`^(?:${names})$`).test(name)) + 1;
}

/** Lower case without accents, letter by letter, so that positions stay those of the printed text. */
export function foldLetters(text: string): string {
  return [...text]
    .map((letter) => {
      const folded = letter
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase();
      return folded.length === letter.length ? folded : letter;
    })
    .join('');
}
