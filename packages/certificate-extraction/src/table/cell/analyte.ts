/** Names of what certificates report without a table; a label counts as one where all of it is such a name. */
const NAMES =
  'assay|purity|content|moisture(?: content)?|water(?: content| activity)?|loss on drying|lod \\(moisture\\)|ph(?: value)?|melting (?:point|range)|boiling point|flash point|freezing point|(?:bulk|tapped|tap|true|relative)? ?density|specific (?:gravity|rotation)|optical rotation|refractive index|viscosity|(?:total |sulfated |sulphated |acid insoluble )?ash|residue on ignition|loss on ignition|heavy metals|acid value|peroxide value|iodine value|saponification value|hydroxyl value|ester value|p-?anisidine value|free fatty acids?|brix|conductivity|turbidity|hardness|alkalinity|chlorides?|sulf(?:ph)?ates?|nitrates?|nitrites?|fluoride|lead|arsenic|cadmium|mercury|iron|copper|zinc|nickel|chromium|related substances|(?:total |any )?impurities|residual solvents|(?:total )?(?:aerobic )?(?:plate|microbial|viable|bacteria(?:l)?) count|(?:total )?(?:yeasts?|molds?|moulds?)(?:(?: and| &|,) (?:yeasts?|molds?|moulds?))?|coliforms?|e\\.? ?coli|salmonella(?: spp\\.?)?|endotoxins?|bacterial endotoxins?|protein|fat|fibre|fiber|sugars?|sodium|potassium|calcium|magnesium|carbohydrates?|total solids|foreign (?:matter|material)|particle size|mesh size|thc|cbd|cbg|cbn|cbc|thca|cbda|thcv|cbdv|cannabinoids|terpen(?:es|oids)|tensile strength|yield (?:strength|point)|elongation|hardness';
const CANNABINOIDS = '(?:[Δδ]?\\d{1,2}-?|delta[ -]?\\d{1,2}-?)?(?:thc|cbd|cbg|cbn|cbc|cbl|cbt|cbe)(?:v?a?|va|p)?';
const TERPENES =
  '(?:(?:α|β|γ|δ|alpha|beta|gamma|delta|[dlp]|cis|trans|\\d)[ -]){0,2}(?:limonene|myrcene|linalool|pinene|caryophyllene(?: oxide)?|humulene|terpinolene|terpinene|terpineol|ocimene|bisabolol|nerolidol|camphene|camphor|carene|cymene|eucalyptol|fenchol|fenchone|isopulegol|pulegone|borneol|isoborneol|menthol|geraniol|geranyl acetate|nerol|guaiol|valencene|phellandrene|sabinene|cedrol|cedrene|farnesene|phytol)';
const ELEMENTS =
  'antimony|alumini?um|barium|beryllium|boron|cobalt|manganese|molybdenum|selenium|silicon|phosphorus|strontium|thallium|uranium|vanadium';
const ORGANISMS =
  '(?:total )?(?:combined )?(?:yeasts?(?: and| &)? ?m(?:o|ou)lds?|aerobic bacteria)(?: count)?|stec|shiga[ -]toxin.{0,24}|listeria(?: spp\\.?| monocytogenes)?|aspergillus.{0,24}|pathogenic aspergillus|staphylococcus(?: aureus)?|pseudomonas(?: aeruginosa)?|enterobacteriaceae|bile[ -]tolerant gram[ -]neg.{0,24}|candida albicans|bacillus cereus|enterococci|legionella.{0,16}|salmonella species';
const TOXINS =
  '(?:total )?aflatoxins?(?:,? total| [bgm][12])?|ochratoxin(?: a)?|zearalenone|deoxynivalenol|fumonisins?|patulin|energy|salt|carbohydrate|saturates';
const SUMMED =
  '(?:total|sum of|other|max(?:imum)?|active|available|potential|raw|detected|free|d8-?|d9-?|delta[ -]?[89]-?|Δ[89]-?|α|β|[ab]-)';
const BEHIND =
  '(?:\\/(?:container|unit|serving|package|piece)| per (?:unit|container|serving|package)| max| \\([^)]{1,24}\\)|,? (?:by|as|at|on|on a|dry|as is)\\b.{0,24})';

const PATTERN = new RegExp(
  `^(?:${SUMMED} ?){0,3}(?:${[NAMES, CANNABINOIDS, TERPENES, ELEMENTS, ORGANISMS, TOXINS].join('|')})(?:${BEHIND})*$`,
  'i',
);

/** True for a name that stands for a test by itself ("Moisture", "Total THC"). */
export const isAnalyte = (text: string): boolean => PATTERN.test(text.trim());
