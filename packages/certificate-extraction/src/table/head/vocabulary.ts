/** What a column holds, by the word at its head. `control`: quality-control columns, whose table holds no results. */
export type Role =
  | 'parameter'
  | 'specification'
  | 'minimum'
  | 'maximum'
  | 'result'
  | 'status'
  | 'unit'
  | 'method'
  | 'detection'
  | 'uncertainty'
  | 'index'
  | 'sample'
  | 'control'
  | 'other';

/**
 * The words that name what a column holds, as patterns of a folded head: broken lines are one, "|" parts the words. In the
 * order of precedence: the narrower meaning stands before the wider one. English first; German, French, Spanish, Italian
 * and Portuguese as they stand on certificates that are printed in two languages.
 */
export const HEAD_WORDS: readonly (readonly [Role, string])[] = [
  [
    'control',
    `
      (?:%|percent) recovery|recover(?:y|ies)|
      (?:measured|expected|spiked?|certified|true|actual) conc(?:entration|\\.)?|expected(?: result| value| conc)?|
      (?:positive|negative) control|spike|blank|surrogate|rpd|duplicate|control (?:limits?|cq)|cq|unit price|
      price|qty|quantity|cost|total price|calibration(?: due)?(?: date)?|serial (?:no|number)|ordered|shipped|
      model|asset(?: no)?|calibrat\\w+|tag no`,
  ],
  [
    'uncertainty',
    `
      (?:measurement |expanded )?uncertainty|u \\(?k ?= ?2\\)?|rsd|std ?dev|standard deviation|cv|messunsicherheit|
      incertitude|incertidumbre`,
  ],
  [
    'detection',
    `
      (?:method |instrument )?(?:detection|quanti(?:tation|fication)|reporting|determination) (?:limits?|levels?)|
      limits? of (?:detection|quanti(?:tation|fication)|reporting|determination)|lod ?/ ?loq|loq ?/ ?lod|ll?oq|
      lod|uloq|mdl|mrl|pql|lor|rl|mql|rdl|nachweisgrenze|bestimmungsgrenze|limite de (?:detection|quantification)|
      limite de deteccion`,
  ],
  [
    'index',
    `
      collection (?:no|number)|
      #|s ?[./]? ?n(?:o|r)?|sr ?no|sl ?no|ser(?:ial)? no|no|nr|nos|pos|item no|test no|position|lfd nr|n°|id|
      test id|code|cas(?: no| number| nr)?`,
  ],
  [
    'other',
    `
      aql|sample size|acceptance (?:no|number)|rejection (?:no|number)|
      inoculum|
      (?:date|time)(?: (?:of|tested|analy[sz]ed|completed|extracted|started|received))*|
      (?:test|analysis|analyzed|tested|completion|sampling|start|end|run) (?:date|time|on|by)|date ?/ ?time|
      analy[sz]ed|analysts?(?: initials)?|analy[sz]ed by|tested(?: on| by)?|(?:done|checked|performed) by|
      dil(?:ution)?(?: factor)?|df|datafile|qualifiers?|flags?|notes?|comments?|remarks?|bemerkung(?:en)?|observaciones|
      remarques?|deviations?|initials|q|signature|rt|retention time|datum|fecha|frequency|sampling|
      typical(?: values?| results?| data)?|price|rrt|cas`,
  ],
  [
    'method',
    `
      (?:test|analytical|analysis|testing|reference|standard|assay|applied|used)? ?methods?(?: (?:of (?:test|
      analysis|testing)|ref(?:erence)?|no|number|used|id|code))*|
      (?:test|analytical|testing)? ?procedures?|references?(?: no)?|ref|sop|stp|technique|technology|protocol|
      pharmacopoeia|instrument(?:ation)?|(?:pruf|test|analysen)?methoden?|methode|prufvorschrift|prufverfahren|
      metodo|metodica|metoda|determination method`,
  ],
  [
    'unit',
    `
      units?(?: of (?:measure(?:ment)?|meas|results?|tests?|values?))?|uom|einheit(?:en)?|unites?|unidad(?:es)?|
      unidade|unita`,
  ],
  [
    'minimum',
    `
      mini|mindestwert|minimalwert|unterer?(?: \\p{L}*(?:grenzwert|grenze|limit))?|untergrenze|
      (?:spec(?:ification)? |limit |specified |required )?(?:min|minimum|lower|low)(?: (?:limits?|values?|
      spec(?:ification)?(?: limits?)?|lim|permitted|allowed|required|bound))?|
      lsl|lcl|usg|ugw|minimo|^ug$|^(?:limits? |spec(?:ification)? )?(?:from|von|desde)$`,
  ],
  [
    'maximum',
    `
      maxi|hochstwert|maximalwert|oberer?(?: \\p{L}*(?:grenzwert|grenze|limit))?|obergrenze|
      (?:spec(?:ification)? |limit |specified |required )?(?:max|maximum|upper|high)(?: (?:limits?|values?|
      spec(?:ification)?(?: limits?)?|lim|permitted|allowed|allowable|permissible|bound))?|
      usl|ucl|osg|ogw|maximo|^og$|^(?:limits? |spec(?:ification)? )?(?:to|bis|hasta)$`,
  ],
  [
    'specification',
    `
      标准规定|质量标准|质量指标|标准要求|标准|指标|规格|規格|規格値|기준|시험기준|규격|
      (?:required|minimum|min) recovery|
      (?:label(?:led)? |declared |label )?claims?(?: (?:amount|content|value|per (?:serving|dose|tablet|capsule|
      unit|portion)))*|
      declared(?: (?:amount|content)| per (?:serving|dose|tablet|capsule|unit|portion))*|
      (?:product |release |quality |test |shelf life |internal |customer )?spec(?:ification|ifications|s|
      ific)?(?: (?:limits?|range|values?))?|
      (?:acceptance|accept|acceptable|acceptability) (?:criteri(?:a|on)|limits?|ranges?|values?|levels?)|
      criteri(?:a|on)(?: of acceptance)?|
      (?:action|regulatory|reg|legal|allowable|allowed|permissible|permitted|admissible|maximum|max|alert|state|
      guideline|guidance|compliance|use|uses|specification|release|quality|tolerance|ingest(?:ion)?|all use|
      statutory|legislative) (?:limits?|levels?|values?|concentrations?|ranges?|residues?)|
      limits?(?: (?:values?|range|spec))?|
      (?:test |quality |pharmacopoeial |usp |ep |standard )?requirements?(?: limits?)?|required|specified|allowed|
      permitted|nominal|must be|should be|shall be|soll(?:te)?|monographs?(?: (?:limits?|requirements?|values?))?|
      (?:usp|ep|bp|ph ?eur|jp|fcc|iso|astm|en|din|who|eu|fda|epa|codex|national|contract|order|monograph|
      shelf life|release|stability|label|internal|supplier|vendor|purchase|commercial|sales|
      delivery) (?:monograph |pharmacopoeia |pharmacopoeial )?(?:limits?|requirements?|specs?|specifications?|
      standards?|values?|claims?|criteria|ranges?)|
      (?:limits?|range|values?) (?:allowed|permitted|required|specified|of acceptance|in force)|
      (?:quality |usp |ep |bp |in ?house |company |enterprise |national |gb |test |testing |reference |
      evaluation )?standards?(?: (?:values?|requirements?|limits?|spec(?:ification)?))?|
      (?:target|guarantee[ds]?|nominal|required|contractual|agreed|promised|declared|control|conformity|ref|
      working|reference|prescribed|specified|theoretical|normal|standard|label|expected) (?:values?|ranges?|
      limits?|levels?|amounts?|requirements?|claim|analysis|content)|
      tolerances?|ranges?|norms?|benchmarks?|guidelines?|guide ?values?|guarantee|thresholds?|mcl|smcl|pcv|mac|
      target|acceptance|action|allowable|permissible|spezifikation(?:en)?|sollwerte?|soll|grenzwerte?|
      anforderung(?:en)?|vorgabe|especificacion(?:es)?|especificacao|especificacoes|exigences?|limites?|
      requisitos?|specifica|specifiche|normes?|parametre de reference|valeurs? (?:limites?|guides?|cibles?)|
      limites? (?:admissibles?|permitid[oa]s?|maxim[oa]s?)|valor(?:es)? (?:limite|maximo|permitido|especificado)|
      eis|norma|wymagani[ae]|valor de referencia|spezifizierung`,
  ],
  [
    'status',
    `
      单项结论|结论|判定|评价|판정|
      (?:pass(?:ed)?|p) ?(?:/|or) ?(?:fail(?:ed)?|f)|ok ?/ ?nok|(?:c ?)?/ ?nc|yes ?/ ?no|status|test status|conclusions?|
      evaluations?|(?:statement of )?(?:conformity|conformance|compliance)|verdict|judg(?:e)?ments?|assessments?|
      decision|disposition|rating|(?:in|within|meets) (?:spec(?:ification)?s?|limits?)|meets y ?/ ?n|bewertung|
      beurteilung|konformitat|konform|cumplimiento|conformite|conformidad|dictamen|conclusion|conformita|esito|
      ergebnis ?/ ?bewertung`,
  ],
  [
    'result',
    `
      检验结果|检测结果|结果|結果|試験結果|検査結果|実測値|시험결과|결과|moyennes?|
      (?:defects?|units?|number) found|
      (?:measured|found|observed|actual) (?:ranges?|values?|results?|data)|werte?|
      %(?: of)?(?: the)?(?: label(?:led)?| declared)? claim(?: found)?|
      (?:test|tests|analytical|analysis|assay|lab|laboratory|batch|lot|final|actual|measured|quality|inspection|
      inspected|product|experimental|reported|your|our|sample|found|observed|obtained|individual|mean|average|
      determined|quantitative|coa|qc|qa|testing|tested|analy[sz]ed|assayed|certified|verified|checked|recorded|
      detected|achieved|true)? ?(?:results?|values?|readings?|outcomes?|data)(?: (?:of (?:analysis|test|testing|
      inspection|measurement)|found|obtained|observed|reported|determined|measured|achieved))*|
      (?:batch|lot|actual|this lot|this batch) (?:analys[ie]s|figures?|data|value)|
      (?:levels?|quantity|amount|concentration|content) (?:found|detected|measured|determined)|as found|found|
      observed|observations?|findings?|measured|actual|actuals|obtained|determined|conc(?:entration)?s?|content|
      amount|amt|mass|levels?|measurement(?:s)?|ergebnis(?:se)?|wert|analysenergebnis(?:se)?|laborwert|
      resultats? obtenus?|valeurs? (?:obtenues?|mesurees?|trouvees?)|resultados? obtenidos?|
      valor(?:es)? (?:obtenidos?|encontrados?|medidos?)|gevonden|resultaat|wyniki?|sonuc|prufergebnis(?:se)?|
      istwerte?|ist|messwerte?|befunde?|analysenwert|analysenergebnis|resultados?|resultats?|risultat[io]|
      valores?|valeurs?|mesure|valor|resultaten?|wynik|average|mean|detected|
      re ?tests?|repeat(?:ed)?|confirmation|wiederholung(?:s(?:prufung|messung|wert|ergebnis))?|nachprufung`,
  ],
  [
    'sample',
    `
      lott[oi]|lotes?|chargen?(?:nummer| nr)?|n° de lot|
      (?:batch|lot|heat|sample|cast|coil|charge|specimen|charge)(?: (?:no|number|nr|id|code|#|name))*|charge|
      colada|coulee|schmelze`,
  ],
  [
    'parameter',
    `
      试验项目|检验项目|检测项目|检查项目|项目|項目|試験項目|検査項目|시험항목|검사항목|항목|
      defects?(?: class(?:es)?| types?)?|
      (?:test )?strains?|
      (?:test|tests|testing|tested|quality|analysis|analytical|analyzed|inspection|control|physical|chemical|
      microbiological|microbial|physico ?chemical|sensory|organoleptic|nutritional|measured|target|residual|heavy|
      trace|elemental|related|amino|fatty|organic|inorganic|volatile|mechanical|general|specified|product|
      performed|water|lab)* ?(?:parameters?|tests?|analytes?|compounds?(?: names?)?|propert(?:y|ies)|
      characteristics?|charact|determinations?|items?|attributes?|analys[ie]s|assays?|components?|constituents?|
      elements?|substances?|impurit(?:y|ies)|contaminants?|(?:micro)?organisms?|microbials?|microbiology|
      microbes?|bacteria|pathogens?|nutrients?|cannabinoids?|terpen(?:e|oid)s?|monoterpenes?|sesquiterpenes?|
      pesticides?|metals?|solvents?|(?:myco)?toxins?|vitamins?|minerals?|acids?|isotopes?|radionuclides?|
      descriptions?|particulars|features?|variables?|measurements?|species|residues?|allergens?|names?|
      criteri(?:a|on)|inspections?|examinations?|determinand|ions?|anions?|cations?|sieves?(?: sizes?)?|
      mesh(?: sizes?)?|fractions?|phytonutrients?|allergens?|isoflavones?|flavonoids?|alkaloids?|vitamin e|
      moisture)(?: (?:names?|parameters?|descriptions?|performed|tested|items?|carried out|properties|
      characteristics|of test(?:ing)?|requested))*|
      parameter ?/ ?unit|merkmale?|prufmerkmale?|prufparameter|prufpunkte?|prufung(?:en)?|untersuchung(?:en)?|
      bezeichnung|eigenschaft(?:en)?|essais?|parametres?|caracteristiques?|determinacion(?:es)?|ensayos?|pruebas?|
      parametros?|caracteristicas?|analisis|parametri|parametro|prova|saggi|saggio|ensaios?|testes?|constituants?|
      inhaltsstoffe?|componentes?|composants?|badanie|oznaczenie|analyses|analyten?|analyse|analito|analitos|
      bestimmung(?:en)?|kriterium|kriterien|prufpunkt|stoffe?|substanz(?:en)?|propiedad(?:es)?|propriete?s?|
      caratteristic[ah]e?|criteres?|determinazion[ei]|bepaling|kenmerk`,
  ],
];
