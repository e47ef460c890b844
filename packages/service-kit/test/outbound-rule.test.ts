import {
  AppError,
  isPublic,
  loadConfig,
  makeOutboundRule,
  outboundEnvironment,
  parseNetwork,
  REFUSALS,
  refuseLiteral,
} from '@qsc/service-kit';
import { expect } from 'chai';

const networks = (...texts: string[]) => texts.map((text) => parseNetwork(text)!);
const rule = makeOutboundRule([]);

/** Ways to write an address that leads inside, or past a check of its text. Nothing here is ever called. */
const BYPASSES: [url: string, refusal: string][] = [
  ['https://127.0.0.1/', 'network'],
  ['https://127.0.0.1:8443/hook', 'network'],
  ['https://127.1/', 'network'],
  ['https://127.0.1/', 'network'],
  ['https://2130706433/', 'network'],
  ['https://0x7f000001/', 'network'],
  ['https://0x7f.0.0.1/', 'network'],
  ['https://0177.0.0.1/', 'network'],
  ['https://017700000001/', 'network'],
  ['https://0x7F.1/', 'network'],
  ['https://127.0.0.1./', 'network'],
  ['https://127.255.255.254/', 'network'],
  ['https://%31%32%37.0.0.1/', 'network'],
  ['https://１２７.０.０.１/', 'network'],
  ['https://127。0。0。1/', 'network'],
  ['https://①②⑦.⓪.⓪.①/', 'network'],
  ['https:127.0.0.1/', 'network'],
  ['https:\\\\127.0.0.1\\', 'network'],
  [' https://127.0.\t0.1/', 'network'],
  ['https://0/', 'network'],
  ['https://0.0.0.0/', 'network'],
  ['https://0.1.2.3/', 'network'],
  ['https://10.0.0.1/', 'network'],
  ['https://167772161/', 'network'],
  ['https://172.16.0.1/', 'network'],
  ['https://172.31.255.255/', 'network'],
  ['https://192.168.1.1/', 'network'],
  ['https://100.64.0.1/', 'network'],
  ['https://100.100.100.200/latest/meta-data', 'network'],
  ['https://169.254.169.254/latest/meta-data', 'network'],
  ['https://2852039166/latest/meta-data', 'network'],
  ['https://0xa9fea9fe/', 'network'],
  ['https://169.254.170.2/v2/credentials', 'network'],
  ['https://168.63.129.16/metadata', 'network'],
  ['https://192.0.0.192/opc/v2', 'network'],
  ['https://192.0.2.1/', 'network'],
  ['https://192.88.99.1/', 'network'],
  ['https://198.18.0.1/', 'network'],
  ['https://198.19.255.255/', 'network'],
  ['https://198.51.100.1/', 'network'],
  ['https://203.0.113.1/', 'network'],
  ['https://224.0.0.1/', 'network'],
  ['https://240.0.0.1/', 'network'],
  ['https://255.255.255.255/', 'network'],
  ['https://[::]/', 'network'],
  ['https://[::1]/', 'network'],
  ['https://[0:0:0:0:0:0:0:1]/', 'network'],
  ['https://[::ffff:127.0.0.1]/', 'network'],
  ['https://[::ffff:7f00:1]/', 'network'],
  ['https://[::ffff:169.254.169.254]/', 'network'],
  ['https://[::ffff:8.8.8.8]/', 'network'],
  ['https://[::127.0.0.1]/', 'network'],
  ['https://[::ffff:0:127.0.0.1]/', 'network'],
  ['https://[64:ff9b::7f00:1]/', 'network'],
  ['https://[64:ff9b::169.254.169.254]/', 'network'],
  ['https://[64:ff9b:1::10.0.0.1]/', 'network'],
  ['https://[2002:7f00:1::]/', 'network'],
  ['https://[2002:a9fe:a9fe::1]/', 'network'],
  ['https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', 'network'],
  ['https://[fe80::1]/', 'network'],
  ['https://[fec0::1]/', 'network'],
  ['https://[fc00::1]/', 'network'],
  ['https://[fd00:ec2::254]/', 'network'],
  ['https://[fd20:ce::254]/', 'network'],
  ['https://[ff02::1]/', 'network'],
  ['https://[2001:db8::1]/', 'network'],
  ['https://[3fff::1]/', 'network'],
  ['https://[2001:2::1]/', 'network'],
  ['https://[2001:10::1]/', 'network'],
  ['https://[100::1]/', 'network'],
  ['https://[5f00::1]/', 'network'],
  ['https://[4000::1]/', 'network'],
  ['https://[fe80::1%25eth0]/', 'url'],
  ['https://[fe80::1%eth0]/', 'url'],
  ['https://[::1', 'url'],
  ['https://127.0.0.1.1/', 'url'],
  ['https://256.0.0.1/', 'url'],
  ['https://0x100000000/', 'url'],
  ['https://', 'url'],
  ['//example.com/', 'url'],
  ['', 'url'],
  ['https://example.com@127.0.0.1/', 'credentials'],
  ['https://user:secret@example.com/', 'credentials'],
  ['https://:secret@example.com/', 'credentials'],
  ['https://127.0.0.1#@example.com/', 'network'],
  ['https://127.0.0.1\\@example.com/', 'network'],
  ['https://127.0.0.1?@example.com/', 'network'],
  ['http://example.com/', 'plain_http'],
  ['http://8.8.8.8/', 'plain_http'],
  ['http://127.0.0.1/', 'network'],
  ['ftp://example.com/', 'scheme'],
  ['file://localhost/etc/passwd', 'scheme'],
  ['ws://example.com/', 'scheme'],
  ['gopher://example.com:70/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['data:text/plain,x', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['unix:/var/run/docker.sock', 'scheme'],
];

describe('an address that a customer wrote', () => {
  for (const [url, refusal] of BYPASSES) {
    it(`is refused by the rule "${refusal}": ${JSON.stringify(url)}`, () => {
      expect(rule.refusalOfUrl(url)).to.equal(refusal);
    });
  }

  it('is taken when it is https to a name or a public address, whatever the port', () => {
    const taken = [
      'https://example.com/hook?a=b',
      'https://example.com:8443/',
      'https://example.com./',
      'https://8.8.8.8/',
      'https://134744072/',
      'https://[2606:4700::1111]:444/',
      'https://bücher.example/',
      'https://127.0.0.1.example/',
    ];
    for (const url of taken) expect(rule.refusalOfUrl(url), url).to.equal(null);
  });

  it('is refused as 422 that names the field and the rule', () => {
    const written = () => refuseLiteral({ url: 'https://169.254.169.254/', field: 'url' }, rule);
    const message = REFUSALS.network;
    expect(written)
      .to.throw(AppError)
      .that.deep.includes({
        code: 'validation_failed',
        details: { fields: [{ field: 'url', code: 'address_not_allowed', message }] },
      });
    expect(() => refuseLiteral({ url: 'https://example.com/', field: 'url' }, rule)).not.to.throw();
  });
});

describe('the addresses that a name resolves to', () => {
  const findRefusal = (...addresses: string[]) => rule.refusalOfAddresses('https:', addresses);

  it('have all to be public', () => {
    expect(findRefusal('8.8.8.8', '2606:4700::1111')).to.equal(null);
    expect(findRefusal('8.8.8.8', '10.0.0.1')).to.equal('network');
    expect(findRefusal('::1', '8.8.8.8')).to.equal('network');
    expect(findRefusal()).to.equal('network');
  });

  it('have to be addresses, written as the system writes them', () => {
    const strange = [
      '',
      'example.com',
      '0177.0.0.1',
      '8.8',
      '134744072',
      '0x8080808',
      ' 8.8.8.8',
      '2606:4700::1111%eth0',
    ];
    for (const text of strange) {
      expect(isPublic(text), text).to.equal(false);
      expect(findRefusal(text), text).to.equal('network');
    }
  });

  it('are judged at the edges of each range', () => {
    const outside = ['9.255.255.255', '11.0.0.0', '126.255.255.255', '128.0.0.0', '169.253.255.255', '172.15.255.255'];
    const more = [
      '172.32.0.0',
      '192.167.255.255',
      '100.63.255.255',
      '100.128.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '1.0.0.0',
    ];
    for (const address of [...outside, ...more]) expect(isPublic(address), address).to.equal(true);
    const inside = [
      '10.255.255.255',
      '126.0.0.0/8',
      '172.16.0.0',
      '192.168.255.255',
      '100.127.255.255',
      '223.255.255.256',
    ];
    for (const address of inside) expect(isPublic(address), address).to.equal(false);
    for (const address of ['2001:200::1', '2003::1', '2a00::1', '3ffe::1'])
      expect(isPublic(address), address).to.equal(true);
    for (const address of ['2001:1ff::1', '2002::', '1fff::1', '4000::'])
      expect(isPublic(address), address).to.equal(false);
  });
});

describe('networks that a deployment allows', () => {
  const own = makeOutboundRule(networks('127.0.0.1/32', '10.1.0.0/16', 'fd00:1::/32'));

  it('may be called by https and by plain http', () => {
    for (const host of ['127.0.0.1:8080', '10.1.255.1', '[fd00:1::9]', '2130706433']) {
      expect(own.refusalOfUrl(`http://${host}/`), host).to.equal(null);
      expect(own.refusalOfUrl(`https://${host}/`), host).to.equal(null);
    }
  });

  it('end at their bounds, and reach no address that is wrapped in another', () => {
    for (const host of [
      '127.0.0.2',
      '10.2.0.0',
      '10.0.255.255',
      '[fd00:2::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:10.1.0.1]',
      '[::1]',
    ]) {
      expect(own.refusalOfUrl(`https://${host}/`), host).to.equal('network');
    }
  });

  it('make plain http to a name possible where all its addresses lie inside', () => {
    expect(own.refusalOfUrl('http://receiver.test/')).to.equal(null);
    expect(own.refusalOfAddresses('http:', ['10.1.0.1', '127.0.0.1'])).to.equal(null);
    expect(own.refusalOfAddresses('http:', ['10.1.0.1', '8.8.8.8'])).to.equal('plain_http');
    expect(own.refusalOfAddresses('http:', ['10.1.0.1', '10.2.0.1'])).to.equal('network');
    expect(own.refusalOfAddresses('https:', ['10.1.0.1', '8.8.8.8'])).to.equal(null);
  });

  it('are read from the environment by comma, none unless given', () => {
    const read = (text?: string) =>
      loadConfig(outboundEnvironment, text === undefined ? {} : { OUTBOUND_ALLOWED_NETWORKS: text });
    expect(read().OUTBOUND_ALLOWED_NETWORKS).to.deep.equal([]);
    expect(read('').OUTBOUND_ALLOWED_NETWORKS).to.deep.equal([]);
    expect(read('127.0.0.1/32, fd00::/8').OUTBOUND_ALLOWED_NETWORKS).to.have.length(2);
    for (const wrong of [
      '127.0.0.1',
      '10.0.0.5/8',
      '10.0.0.0/33',
      '0x7f.0.0.1/32',
      'fe80::%eth0/64',
      'example.com',
      '10.0.0.0/8,x',
    ]) {
      expect(() => read(wrong), wrong).to.throw('OUTBOUND_ALLOWED_NETWORKS');
    }
  });
});
