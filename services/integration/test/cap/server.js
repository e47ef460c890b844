import odataV2 from '@cap-js-community/odata-v2-adapter';
import cds from '@sap/cds';
import { control } from './control.js';
import { gateway } from './gateway.js';

const now = () => {
  const [date, time] = new Date().toISOString().split('T');
  return { date, time: time.slice(0, 8) };
};

/** Numbers and dates of change are given by the system, as an S/4HANA gives them. */
const storeBusinessPartners = (service) => {
  const { A_BusinessPartner, A_Supplier } = service.entities;
  let last = 9_000_000;

  service.before('CREATE', A_BusinessPartner, ({ data }) => {
    const { date, time } = now();
    last += 1;
    data.BusinessPartner ||= String(last);
    Object.assign(data, { CreationDate: date, CreationTime: time, ETag: 1 });
    data.BusinessPartnerFullName = data.OrganizationBPName1;
    if (!data.to_Supplier) return;
    data.Supplier = data.BusinessPartner;
    Object.assign(data.to_Supplier, { Supplier: data.Supplier, CreationDate: date, ETag: 1 });
  });
  service.before('UPDATE', A_BusinessPartner, async ({ data, params }) => {
    const { date, time } = now();
    const stored = await SELECT.one.from(A_BusinessPartner, data.BusinessPartner ?? params.at(-1));
    Object.assign(data, { LastChangeDate: date, LastChangeTime: time, ETag: (stored?.ETag ?? 0) + 1 });
  });
  service.before('UPDATE', A_Supplier, async ({ data, params }) => {
    const stored = await SELECT.one.from(A_Supplier, data.Supplier ?? params.at(-1));
    data.ETag = (stored?.ETag ?? 0) + 1;
  });
  service.after('UPDATE', A_Supplier, async ({ Supplier }) => {
    const { date, time } = now();
    await UPDATE(A_BusinessPartner).set({ LastChangeDate: date, LastChangeTime: time }).where({ Supplier });
  });
};

/** Only this machine is served. */
const listenHere = (app) => {
  const listen = app.listen.bind(app);
  app.listen = (port) => listen(port, '127.0.0.1');
};

cds.on('bootstrap', (app) => {
  listenHere(app);
  control(app);
  gateway(app);
  app.use(odataV2.singleton());
});
cds.on('served', ({ API_BUSINESS_PARTNER }) => storeBusinessPartners(API_BUSINESS_PARTNER));
cds.on('listening', ({ server }) => process.send?.({ port: server.address().port }));
