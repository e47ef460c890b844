/** The list as csv: its head, and the line of a supplier. */
export const vendorListCsvExample = [
  'Supplier,Supplier code,Country,Region,Qualification status,Qualified on,Next audit,Risk level,Risk score,Categories,Certifications,Conditions',
  'Acme Pharma,SUP-0042,DE,EMEA,conditional,2026-03-02,2027-03-02,low,18,"API, excipient",ISO 9001,Only for tablets',
  '',
].join('\r\n');
