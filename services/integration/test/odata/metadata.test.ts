import { expect } from 'chai';
import { keyOfLink, toExternalId, toKeyPredicate } from '../../src/connector/odata/key.ts';
import { readMetadata } from '../../src/connector/odata/metadata.ts';
import { toSelection } from '../../src/connector/odata/selection.ts';
import { RemoteRefusal, RemoteTrouble } from '../../src/remote/remote-error.ts';

const V4 = `<?xml version="1.0"?><edmx:Edmx Version="4.01" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="Shop.Model" Alias="Self" xmlns="http://docs.oasis-open.org/odata/ns/edm">
  <EntityType Name="Base" Abstract="true"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.Guid" Nullable="false"/></EntityType>
  <EntityType Name="Vendor" BaseType="Self.Base">
    <Property Name="name" Type="Edm.String"/><Property Name="address" Type="Self.Address"/>
    <NavigationProperty Name="group" Type="Self.Group"/><NavigationProperty Name="sites" Type="Collection(Self.Site)"/>
  </EntityType>
  <EntityType Name="Group" BaseType="Self.Base"><Property Name="label" Type="Edm.String"/></EntityType>
  <EntityType Name="Site"><Key><PropertyRef Name="plant"/><PropertyRef Name="number"/></Key>
    <Property Name="plant" Type="Edm.String"/><Property Name="number" Type="Edm.Int32"/></EntityType>
  <ComplexType Name="Address"><Property Name="city" Type="Edm.String"/></ComplexType>
</Schema>
<Schema Namespace="Shop"><EntityContainer Name="Container">
  <EntitySet Name="Vendors" EntityType="Shop.Model.Vendor"/><EntitySet Name="Sites" EntityType="Self.Site"/>
</EntityContainer></Schema>
</edmx:DataServices></edmx:Edmx>`;

const V2 = `<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" xmlns:sap="http://www.sap.com/Protocols/SAPData">
<edmx:DataServices><Schema Namespace="API" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">
  <EntityType Name="PartnerType"><Key><PropertyRef Name="Partner"/></Key><Property Name="Partner" Type="Edm.String"/>
    <Property Name="ChangedOn" Type="Edm.DateTime" sap:display-format="Date"/>
    <Property Name="ChangedAt" Type="Edm.DateTime"/>
    <NavigationProperty Name="to_Supplier" Relationship="API.assoc_1" FromRole="F" ToRole="T"/></EntityType>
  <EntityType Name="SupplierType"><Key><PropertyRef Name="Supplier"/></Key><Property Name="Supplier" Type="Edm.String"/></EntityType>
  <Association Name="assoc_1"><End Role="F" Type="API.PartnerType" Multiplicity="1"/><End Role="T" Type="API.SupplierType" Multiplicity="0..1"/></Association>
  <EntityContainer Name="C"><EntitySet Name="Partners" EntityType="API.PartnerType"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`;

describe('the metadata of OData', () => {
  it('gives a type what its base has, by the alias of the schema, over several schemas', () => {
    const metadata = readMetadata(V4);
    const vendor = metadata.getShape('Vendors');
    expect(metadata.version).to.equal('4.01');
    expect(vendor.keys).to.deep.equal([
      { name: 'ID', type: 'Edm.Guid', isDay: false, isNullable: false, maxLength: null, scale: null },
    ]);
    expect([...vendor.properties.keys()]).to.deep.equal(['ID', 'name', 'address']);
    expect(
      vendor.nested
        .get('sites')
        ?.shape()
        ?.keys.map(({ name }) => name),
    ).to.deep.equal(['plant', 'number']);
  });

  it('finds by its association what an entity of v2 leads to, and knows a day from an instant', () => {
    const metadata = readMetadata(V2);
    const partner = metadata.getShape('Partners');
    expect(metadata.version).to.equal('2.0');
    expect(partner.nested.get('to_Supplier')?.shape()?.keys[0]?.name).to.equal('Supplier');
    expect([partner.properties.get('ChangedOn')?.isDay, partner.properties.get('ChangedAt')?.isDay]).to.deep.equal([
      true,
      false,
    ]);
  });

  it('refuses a set that is not there, and takes what is no metadata for trouble', () => {
    expect(() => readMetadata(V4).getShape('Vendors/$count')).to.throw(RemoteRefusal);
    for (const text of ['', '<html><body>Log in</body></html>', '{"a":1}', '<edmx:Edmx Version="4.0">'])
      expect(() => readMetadata(text), text).to.throw(RemoteTrouble);
  });

  it('requests nested fields by the form of each protocol', () => {
    const paths = ['name', 'address.city', 'group.label', 'sites'];
    expect(toSelection('v4', readMetadata(V4).getShape('Vendors'), paths)).to.deep.equal({
      $select: 'name,address',
      $expand: 'group($select=label),sites',
    });
    expect(toSelection('v2', readMetadata(V2).getShape('Partners'), ['Partner', 'to_Supplier.Supplier'])).to.deep.equal(
      {
        $select: 'Partner,to_Supplier/Supplier',
        $expand: 'to_Supplier',
      },
    );
  });
});

describe('the keys of OData', () => {
  const sites = readMetadata(V4).getShape('Sites').keys;

  it('makes one text of several members that leads back to them', () => {
    const id = toExternalId(sites, { plant: "O'Neil,=/1", number: 4 });
    expect(toKeyPredicate('v4', sites, id ?? '')).to.equal(`(plant=${encodeURIComponent("'O''Neil,=/1'")},number=4)`);
  });

  for (const id of [
    '',
    'plant=A',
    'plant=A,number=1,more=2',
    'number=1,plant=A',
    'plant=%E0%A4%A,number=1',
    'plant=A,number=1)',
  ])
    it(`refuses ${JSON.stringify(id)} as a key that no record has`, () => {
      expect(() => toKeyPredicate('v4', sites, id))
        .to.throw(RemoteRefusal)
        .with.property('code', 'RECORD_NOT_FOUND');
    });

  for (const [link, key] of [
    ["https://erp.example/odata/Vendors('O''Neil')", "O'Neil"],
    [
      "https://erp.example/odata/Vendors(guid'2f1c0b7e-9a46-4c33-8f0d-5a5b6c7d8e9f')",
      '2f1c0b7e-9a46-4c33-8f0d-5a5b6c7d8e9f',
    ],
    ['https://erp.example/odata/Vendors(4711)', '4711'],
    ["https://erp.example/odata/Sites(plant='A',number=1)", null],
    ['https://erp.example/odata/Vendors', null],
  ] as const)
    it(`reads ${key ?? 'no key'} from ${link}`, () => {
      expect(keyOfLink(link)).to.equal(key);
    });
});
