import { expect } from 'chai';
import { readXml } from '../../../src/document/data/read-xml.ts';
import { refused } from '../refused.ts';

const findRoot = (text: string, encoding: BufferEncoding = 'utf8') => readXml(Buffer.from(text, encoding));

describe('elements of an XML file', () => {
  it('come as a tree in the order of the file, texts trimmed and left as they are', () => {
    expect(findRoot('<?xml version="1.0"?><!-- c --><coa v="2"><b> 007.0 </b><a/>own<b>true</b></coa>')).to.deep.equal({
      name: 'coa',
      attributes: { v: '2' },
      text: 'own',
      children: [
        { name: 'b', attributes: {}, text: '007.0', children: [] },
        { name: 'a', attributes: {}, text: '', children: [] },
        { name: 'b', attributes: {}, text: 'true', children: [] },
      ],
    });
  });

  it('have no prefixes and no namespaces', () => {
    expect(findRoot('<q:coa xmlns:q="urn:q" xmlns="urn:r" q:lot="A"/>'))
      .to.include({ name: 'coa' })
      .and.to.have.property('attributes')
      .that.deep.equals({ lot: 'A' });
  });

  it('have character references decoded once, and CDATA not at all', () => {
    expect(findRoot('<a b="&lt;1 &#181;g">&amp;lt; &#x3c; &nbsp;<![CDATA[&lt;<i>]]></a>'))
      .to.include({ text: '&lt; < &nbsp;&lt;<i>' })
      .and.to.have.property('attributes')
      .that.deep.equals({ b: '<1 µg' });
  });

  it('are read in UTF-16 and in the encoding that the file states', () => {
    expect(findRoot('\ufeff<a>µ</a>', 'utf16le').text).to.equal('µ');
    expect(findRoot('<?xml version="1.0" encoding="ISO-8859-1"?><a>µ</a>', 'latin1').text).to.equal('µ');
    expect(
      readXml(
        Buffer.from([...Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><a>'), 0xb3, ...Buffer.from('</a>')]),
      ).text,
    ).to.equal('ł');
  });

  it('are refused with a DOCTYPE, whatever its entities are', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>';
    for (const text of [bomb, '<!doctype a SYSTEM "file:///etc/passwd"><a/>']) {
      expect(await refused(() => findRoot(text), 'validation_failed')).to.match(
        /DOCTYPE is not read\. Send it without/,
      );
    }
  });

  it('are refused where the file is not well-formed', async () => {
    for (const text of ['<a><b></a>', '<a>', '<a/><b/>', '<a x=1/>', '<?xml version="1.0"?>', '<a><__proto__/></a>']) {
      expect(await refused(() => findRoot(text), 'validation_failed')).to.match(/XML file is damaged/);
    }
  });

  it('are refused where they are nested too deep', async () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(findRoot(nested(50)).name).to.equal('a');
    for (const depth of [51, 5_000])
      expect(await refused(() => findRoot(nested(depth)), 'validation_failed')).to.match(/50 levels/);
  });

  it('are refused where there are too many of them or too much in one', async () => {
    expect(await refused(() => findRoot(`<a>${'<b/>'.repeat(200_000)}</a>`), 'payload_too_large')).to.match(
      /200000 elements/,
    );
    expect(await refused(() => findRoot(`<a>${'x'.repeat(10_001)}</a>`), 'payload_too_large')).to.match(
      /10000 characters/,
    );
  });
});
