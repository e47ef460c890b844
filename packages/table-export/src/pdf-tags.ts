import type PDFDocument from 'pdfkit';

type Document = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Document['struct']>;

/** The kinds of element that a document is made of (ISO 32000-1, 14.8.4). */
export type ElementType = 'H1' | 'H2' | 'P' | 'TOC' | 'TOCI' | 'Table' | 'TR' | 'TH' | 'TD';

/** The logical structure of a document, for screen readers and for programs that read its text in order. */
export type Tags = {
  /** What is drawn within belongs to an element; elements nest. */
  within<Result>(type: ElementType, draw: () => Result): Result;
  /** What is drawn within is no content: lines, colours, and what each page repeats. */
  asArtifact<Result>(draw: () => Result): Result;
  /** Draws a piece in one go, as a part of the element that is open. */
  mark(draw: () => void): void;
};

/** The tags of a document that has none. */
export const NO_TAGS: Tags = { within: (_type, draw) => draw(), asArtifact: (draw) => draw(), mark: (draw) => draw() };

/** Builds the structure while the document is drawn. An element whose parts stand on several pages is one element. */
export const makeTags = (document: Document): Tags => {
  const root = document.struct('Document');
  document.addStructure(root);
  const open: { type: string; element: Element }[] = [{ type: 'Document', element: root }];
  let isArtifact = false;

  return {
    within(type, draw) {
      if (isArtifact) return draw();
      const element = document.struct(type, type === 'TH' ? ({ scope: 'Column' } as object) : {});
      open.at(-1)?.element.add(element);
      open.push({ type, element });
      try {
        return draw();
      } finally {
        open.pop();
        element.end();
      }
    },
    asArtifact(draw) {
      const before = isArtifact;
      isArtifact = true;
      try {
        return draw();
      } finally {
        isArtifact = before;
      }
    },
    mark(draw) {
      const inner = open.at(-1);
      if (isArtifact || !inner || inner.element === root) {
        document.markContent('Artifact', { type: 'Layout' });
        draw();
        document.endMarkedContent();
        return;
      }
      const content = document.markStructureContent(inner.type);
      draw();
      document.endMarkedContent();
      inner.element.add(content);
    },
  };
};
