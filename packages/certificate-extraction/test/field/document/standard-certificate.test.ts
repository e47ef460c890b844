import { expect } from 'chai';
import { readFields } from '../../../src/field/read-fields.ts';
import { printPage } from '../printed-page.ts';

const readFieldValues = (text: string) => {
  const { fields } = readFields([printPage(text)]);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
};

describe('fields of certificates of management systems and good manufacturing practice', () => {
  it('reads holder, scope, number and validity from the sentences of an ISO certificate', () => {
    const text = `
CERTIFICATE
This is to certify that the Quality Management System of
Aldermoor Fine Chemicals Ltd
Unit 7, Harbour Estate, Grimsby DN31 2TG, United Kingdom
has been assessed and found to comply with the requirements of
ISO 9001:2015
for the following scope:
Manufacture and distribution of fine chemicals
for the pharmaceutical industry
Certificate No.: 12 100 56789
This certificate is valid from 2023-03-01 until 2026-02-28
Date of initial certification: 2014-03-01`;
    expect(readFieldValues(text)).to.deep.equal({
      holder: 'Aldermoor Fine Chemicals Ltd',
      scope: 'Manufacture and distribution of fine chemicals for the pharmaceutical industry',
      certificate_number: '12 100 56789',
      issue_date: '2023-03-01',
      expiry_date: '2026-02-28',
    });
  });

  it('reads the key and value form', () => {
    const text = `
Certificate of Registration
Certificate Holder:      Bergsund Kemi AB
                         Industrivägen 4
                         691 50 Karlskoga
Standard:                ISO 13485:2016
Scope:                   Design and manufacture of excipients
Certificate Number:      FS 615428
Issue date:              23-May-2024
Valid until:             22-May-2027`;
    expect(readFieldValues(text)).to.deep.equal({
      holder: 'Bergsund Kemi AB',
      scope: 'Design and manufacture of excipients',
      certificate_number: 'FS 615428',
      issue_date: '2024-05-23',
      expiry_date: '2027-05-22',
    });
  });

  it('takes the inspected manufacturer of a GMP certificate as its holder', () => {
    const text = `
CERTIFICATE OF GMP COMPLIANCE OF A MANUFACTURER
Certificate No: DE_BW_01_GMP_2024_0042
The competent authority of Germany confirms the following:
The manufacturer: Norvatek Feinchemie GmbH
Site address: Werkstr. 12, 67063 Ludwigshafen, Germany
From the knowledge gained during inspection of this manufacturer, the latest of
which was conducted on 2024-02-14, it is considered that it complies with
the principles of Good Manufacturing Practice.`;
    expect(readFieldValues(text)).to.deep.include({
      holder: 'Norvatek Feinchemie GmbH',
      manufacturer: 'Norvatek Feinchemie GmbH',
      manufacturing_site: 'Werkstr. 12, 67063 Ludwigshafen, Germany',
      certificate_number: 'DE_BW_01_GMP_2024_0042',
    });
  });

  it('gives no holder and no scope to a certificate of analysis that names an ISO standard', () => {
    const text = `
CERTIFICATE OF ANALYSIS
Company: Veritor Analytical Laboratories
Scope: ISO 17025 accredited, quality management system certified to ISO 9001
Batch: 4711`;
    expect(readFieldValues(text)).to.deep.equal({ batch_number: '4711' });
  });
});
