import { expect } from 'chai';
import { matchLabel } from '../../../src/field/label/label.ts';
import { matchMisreadLabel } from '../../../src/field/label/misread.ts';

const readFieldValues = (label: string) => matchLabel(label)?.hits.map(({ field }) => field);

describe('labels', () => {
  const labels: Record<string, string> = {
    batch_number:
      'Batch No.|Batch Number:|BATCH #|Lot|Lot #|LOT NUMBER|Lot No|Batch/Lot No.|Batch / Lot Number|Batch ID|Batch Code|Sample Lot|Ch.-B.|Ch. No.|B. No.|Charge|Chargen-Nr.|N° de lot|Lote|Número de lote|Lotto n.|Numero lotto|批号|Batch No. 批号|METRC Batch ID|Source Batch ID|Manufacturer Lot Number|Batch No. (internal)|Batch N0.',
    manufacturing_date:
      'Date of Manufacture|Manufacturing Date|Mfg. Date|Mfg Date|MFG. DT.|MFD|D.O.M.|DOM|Production Date|Date of production|Produced on|Manufactured on|Date Mfg|Herstelldatum|Herstellungsdatum|Date de fabrication|Fecha de fabricación|Data di produzione|生产日期|Date of rnanufacture|ManufacturingDate|Manufacture Date (DD/MM/YYYY)',
    expiry_date:
      'Expiry Date|Expiration Date|Exp. Date|EXP|Exp.|Expires|Use by|Use before|Best before|Best Before Date|Shelf life until|Valid until|Date of Expiry|Verfalldatum|Verwendbar bis|MHD|Date de péremption|Fecha de caducidad|Data di scadenza|有效期至|Expiry Dt.|Minimum shelf life|D.O.E.',
    retest_date:
      'Retest Date|Re-test date|Re-Test|Date of retest|Reanalysis date|Re-evaluation Date|Recommended Retest Date|Retest before|Retestdatum|Date de re-test|复验期|Next test date',
    issue_date:
      'Date of Issue|Issue Date|Issued on|Report Date|Date of report|Reported|Release Date|Approved on|Approval date|Certificate Date|Date issued|Ausstellungsdatum|Ausgestellt|Date d’émission|Fecha de emisión|Quality Release Date|Valid from|报告日期|Report Submitted|Date',
    certificate_number:
      'Certificate No.|Certificate Number|CoA No.|CoA ID|COA #|Report No.|Report Number|Report ID|Test Report No|Certificate of Analysis No.|Zertifikat-Nr.|N° de certificat|证书编号|SHMA Report ID|Certificate Registration No.',
    manufacturer:
      'Manufacturer|Manufacturer:|Manufactured by|Mfd. by|Producer|Produced by|Name of manufacturer|Manufacturer name|Name and address of manufacturer|Hersteller|Fabricant|Fabricante|Produttore|Cultivator / Manufacturer|生产企业',
    manufacturing_site:
      'Manufacturing site|Site of manufacture|Production site|Manufacturing plant|Place of manufacture|Manufacturer address|Produced at|Herstellungsort|Site de fabrication|Production Facility',
    holder: 'Certificate holder|Holder|Issued to|Awarded to|Zertifikatsinhaber',
    scope: 'Scope|Scope of certification|For the following scope|Geltungsbereich|Scope of registration',
  };
  for (const [field, names] of Object.entries(labels)) {
    for (const name of names.split('|'))
      it(`"${name}" names ${field}`, () => expect(readFieldValues(name)).to.deep.equal([field]));
  }

  const others =
    'Batch size|Lot size|Date received|Sampling date|Date of analysis|Date tested|Tested by|Product name|CAS No.|Order No.|Quantity|Customer|Supplier|Distributor|Storage conditions|Analysed by|Approved by|Country of origin|Specification|Client / Customer|Print date|Laboratory|Harvest date';
  for (const name of others.split('|'))
    it(`"${name}" is the label of something else`, () => expect(readFieldValues(name)).to.deep.equal([]));

  const none =
    'Sodium chloride|The batch was released|Analytical Batch|Lab Batch Date|Lot of things|Paracetamol 500 mg|A12345';
  for (const text of none.split('|'))
    it(`"${text}" is no label that we know`, () => expect(readFieldValues(text) ?? []).to.deep.equal([]));

  it('names both fields of a joined label and one of a label in two languages', () => {
    expect(readFieldValues('Lot No. / Exp. Date')).to.deep.equal(['batch_number', 'expiry_date']);
    expect(readFieldValues('Mfg./Exp. Date')).to.deep.equal(['manufacturing_date', 'expiry_date']);
    expect(readFieldValues('Chargen-Nr. / Batch No.')).to.deep.equal(['batch_number']);
    expect(readFieldValues('Batch No. Chargen-Nr.')).to.deep.equal(['batch_number']);
  });

  it('reads usual labels of scans with a letter misread, at less weight, and no short ones', () => {
    expect(matchMisreadLabel('Dale of retest')).to.deep.include({ field: 'retest_date' });
    expect(matchMisreadLabel('Expirv date')?.weight).to.be.lessThan(0.9);
    expect(matchMisreadLabel('Lat No')).to.equal(undefined);
    expect(matchMisreadLabel('Date of receipt')).to.equal(undefined);
  });
});
