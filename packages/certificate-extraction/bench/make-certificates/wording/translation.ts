type Language = 'english' | 'german' | 'french';

/** The name of a test or section in `language`, followed by the English; English alone where there is no word for it. */
export function translate(name: string, language: Language): string {
  if (language === 'english') return name;
  const entry = dictionary[name];
  if (entry === undefined) return name;
  return `${entry[language === 'german' ? 0 : 1]} / ${name}`;
}

const dictionary: Readonly<Record<string, readonly [string, string]>> = {
  Appearance: ['Aussehen', 'Aspect'],
  Description: ['Beschreibung', 'Description'],
  Characters: ['Eigenschaften', 'Caractères'],
  'Appearance of solution': ['Aussehen der Lösung', 'Aspect de la solution'],
  Solubility: ['Löslichkeit', 'Solubilité'],
  Odour: ['Geruch', 'Odeur'],
  'Identification (IR)': ['Identität (IR)', 'Identification (IR)'],
  'Identification (HPLC)': ['Identität (HPLC)', 'Identification (CLHP)'],
  Assay: ['Gehalt', 'Dosage'],
  'Assay (anhydrous substance)': ['Gehalt (wasserfreie Substanz)', 'Dosage (substance anhydre)'],
  Water: ['Wasser', 'Eau'],
  'Water (Karl Fischer)': ['Wasser (Karl Fischer)', 'Eau (Karl Fischer)'],
  'Loss on drying': ['Trocknungsverlust', 'Perte à la dessiccation'],
  'Loss on ignition': ['Glühverlust', 'Perte au feu'],
  'Sulphated ash': ['Sulfatasche', 'Cendres sulfuriques'],
  'Residue on ignition': ['Glührückstand', 'Résidu de calcination'],
  'Melting point': ['Schmelzpunkt', 'Point de fusion'],
  'Melting range': ['Schmelzbereich', 'Intervalle de fusion'],
  'Specific rotation': ['Spezifische Drehung', 'Pouvoir rotatoire'],
  'Optical rotation': ['Optische Drehung', 'Pouvoir rotatoire'],
  Conductivity: ['Leitfähigkeit', 'Conductivité'],
  'Heavy metals (as Pb)': ['Schwermetalle (als Pb)', 'Métaux lourds (en Pb)'],
  'Lead (Pb)': ['Blei', 'Plomb'],
  'Cadmium (Cd)': ['Cadmium', 'Cadmium'],
  'Arsenic (As)': ['Arsen', 'Arsenic'],
  'Mercury (Hg)': ['Quecksilber', 'Mercure'],
  'Any unspecified impurity': ['Jede nicht spezifizierte Verunreinigung', 'Toute impureté non spécifiée'],
  'Total impurities': ['Summe der Verunreinigungen', 'Total des impuretés'],
  'Total aerobic microbial count (TAMC)': ['Gesamtkeimzahl aerob (TAMC)', 'Germes aérobies totaux (DGAT)'],
  'Total yeasts and moulds count (TYMC)': ['Hefen und Schimmelpilze (TYMC)', 'Levures et moisissures (DMLT)'],
  'Bacterial endotoxins': ['Bakterien-Endotoxine', 'Endotoxines bactériennes'],
  'Bulk density': ['Schüttdichte', 'Masse volumique apparente'],
  Sulphates: ['Sulfat', 'Sulfates'],
  Chlorides: ['Chlorid', 'Chlorures'],
  Identification: ['Identität', 'Identification'],
  'Microbiological quality': ['Mikrobiologische Qualität', 'Qualité microbiologique'],
  'Residual solvents': ['Lösungsmittelrückstände', 'Solvants résiduels'],
  'Related substances': ['Verwandte Substanzen', 'Substances apparentées'],
};
