import { expect } from 'chai';
import { matchLabel, matchTranslated } from '../../../src/field/label/label.ts';

const readFieldValues = (label: string) => matchLabel(label)?.hits.map(({ field }) => field);

const LABELS: Readonly<Record<string, string>> = {
  batch_number:
    'B/N|Product Lot No.|FG Batch No.|Client Batch ID|Customer Lot|Batch of material|Lot number of the product|Schmelzennummer|Chargen-Bezeichnung|Los-Nr.|Partie-Nr.|Nummer der Charge|Réf. lot|Lot fabricant|N° de coulée|N.º de lote|Lote de fabricación|Lotto di produzione|Partijnummer|Batchnr.|Eränumero|Nr partii|제조번호|批次号',
  manufacturing_date:
    'Manufacturing month|Date of synthesis|Filling date|Date filled|Made|Herst.-Datum|Prod.-Datum|Datum der Herstellung|Abgefüllt am|Fabriqué le|Date de fab.|F. fabricación|Elaborado el|Data prod.|Fabbricato il|Fabricado em|Productiedatum|Geproduceerd op|Tillverkningsdatum|Gyártás dátuma|제조일자',
  expiry_date:
    'Use before end of|BB|To be used by|Sell by|Min. shelf life|Expires end of|Report expiration|Date of minimum durability|DLUO|DDM|À utiliser de préférence avant|Verw. bis|Haltbar bis Ende|Mindestens haltbar bis Ende|Haltbarkeit|F. caducidad|Consumo preferente|Scad.|Da consumarsi preferibilmente entro|TMC|Válido até|Ten minste houdbaar tot|THT-datum|Bäst före|Udløbsdato|사용기한|有效期限',
  retest_date:
    'End of retest period|Requalification date|Nachtestdatum|Nachprüfung|Wiederholprüfdatum|À recontrôler avant|Fecha de re-análisis|Data di ri-test|Hertestdatum|재시험일',
  issue_date:
    'QA release|QC Approved Date|Date of Batch Release|Release date of batch|Date certified|Date published|Freigabe am|Datum des Zertifikats|Zeugnisdatum|Genehmigt am|Date du certificat|Libéré le|Établi le|F. emisión|Fecha de liberación|Emitido el|Data del certificato|Rilasciato il|Data de aprovação|Datum van afgifte|Vrijgegeven op|Udstedt|발행일|出具日期',
  certificate_number:
    'Certificate of Conformance No.|Quality Certificate No.|Inspection report no.|A.R. No.|Zeugnis-Nr.|Prüfberichtsnummer|Analysen-Nr.|N° de rapport|Bulletin n°|Certificat d’analyse n°|Nº de informe|Certificado de análisis nº|Rapporto di prova n.|Certificato n.|Relatório nº|Certificaatnr.|Rapportnummer|Prüfbescheinigungs-Nr.|성적서 번호|証明書番号',
  manufacturer:
    'Mfg. Company|Manufacturer of the active substance|Name & address of the manufacturer (API)|Bulk manufacturer|Synthesised by|Filled by|Name des Herstellers|Produziert durch|Erzeuger|Nom du fabricant|Produit par|Nombre del fabricante|Producido por|Nome del produttore|Fabbricato da|Vervaardigd door|Naam fabrikant|Fremstillet af|제조원|製造者',
  manufacturing_site:
    'Mfg. Site|Mfg. unit|Filled at|Fill location|Manufacturing premises|Farm address|Herstellwerk|Fertigungsstandort|Ort der Herstellung|Anschrift des Herstellers|Adresse du fabricant|Lugar de elaboración|Planta productora|Dirección del fabricante|Sito produttivo|Indirizzo del produttore|Productielocatie|Plaats van productie|Tillverkningsort',
  holder:
    'Inhaber des Zertifikats|Titulaire du certificat|Entreprise|Empresa|Titolare del certificato|Certificaathouder',
  scope:
    'Geltungsbereich der Zertifizierung|Périmètre|Alcance de la certificación|Scopo della certificazione|Reikwijdte',
};

const OTHERS =
  'Auftrags-Nr.|Probeneingang|Prüfzeitraum|Auftraggeber|Losgröße|Date de réception|Date de prélèvement|Quantité|Fecha de muestreo|Proveedor|Data di ricevimento|Fornitore|Ontvangstdatum|Klant|Manufacturer License|Manufacturer’s order No.|Production method|Batch status';

describe('labels in other words and languages', () => {
  for (const [field, names] of Object.entries(LABELS)) {
    it(`name ${field}`, () => {
      for (const name of names.split('|')) expect(readFieldValues(name), name).to.deep.equal([field]);
    });
  }

  it('of other things name no field', () => {
    for (const name of OTHERS.split('|')) expect(readFieldValues(name) ?? [], name).to.deep.equal([]);
  });

  it('in two languages name the field that both name', () => {
    expect(matchTranslated('Herstellort / Site of manufacture')?.field).to.equal('manufacturing_site');
    expect(matchTranslated('Hersteller / Batch No.')).to.equal(undefined);
    expect(matchTranslated('Cultivator/Manufacturer Swami Select')).to.equal(undefined);
  });

  it('end before their values', () => {
    expect(readFieldValues('F. elaboración / Mfg. date')).to.deep.equal(['manufacturing_date']);
    expect(readFieldValues('F. elaboración / Mfg. date 05/03/2025')).to.equal(undefined);
  });

  it('are no numbers with strokes', () => {
    expect(readFieldValues('QC/RM/19/0123')).to.equal(undefined);
    expect(readFieldValues('A06 Besteller / Purchaser')).to.deep.equal([]);
  });
});
