/** An element of an XML document: `text` is its own text, trimmed; children in the order of the document. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: readonly XmlElement[];
};
