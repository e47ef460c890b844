/*
 * What a finding says in words, as patterns without anchors for texts of any case; a letter behind them makes them another
 * word.
 */

/** Nothing was found. */
export const NOT_FOUND =
  'n\\.? ?d\\.?|nmd|n\\. ?n\\.|b\\.?d\\.?l\\.?|absen(?:t|ce)|negativ(?:e|[oa])?|nil|none(?:[ -]?(?:detect(?:ed)?|found|present|observed)|(?=\\s*(?:$|[(;,.])))|not? ?-?(?:detect(?:ed|able)|present|found|observed)|undetect\\w*|no growth|(?:<|≤|below|less than) ?(?:the )?(?:m?dl|lod|detection limit|limit of detection)|nicht (?:nachweisbar|nachgewiesen|detektierbar)|abwesen(?:d|heit)|ausen(?:te|cia)|assen(?:te|za)|afwezig|no detectad[oa]|non detect\\w+|sterile|不得检出|認めない|検出せず|불검출|未检出|阴性|陰性';

/** Less was found than can be measured. */
export const NOT_QUANTIFIED =
  '(?:<|≤|below|less than|under) ?(?:the )?(?:ll?oq|m?rl|[mp]?ql|lor|(?:quanti(?:fic|t)ation|reporting) limit|limit of (?:quanti(?:fic|t)ation|reporting))|bl[oq][qd]|blloq|b\\.?q\\.?l\\.?|n\\.?q\\.?|tr(?:aces?)?';

/** Something was found. */
export const FOUND = 'detect(?:ed|able)|present|presence|positiv(?:e|[oa])?|growth|检出|阳性';

/** A pattern of texts that begin with these words. */
export const beginning = (words: string): RegExp => new RegExp(`^(?:${words})(?![a-z])`, 'i');
