/** A page of a document that can be drawn at any size. */
export type Sheet = {
  width: number;
  height: number;
  /** Draws the page to the width of the canvas. What it returns ends the drawing early. */
  draw: (canvas: HTMLCanvasElement) => { done: Promise<void>; cancel: () => void };
};

/** A document that is open: pages, or the text of a file of data; `close` frees what it holds. */
export type OpenDocument = { close: () => void } & ({ sheets: Sheet[] } | { text: string });

/** Opens a document by its type. What reads PDF and TIFF is loaded when the first one is opened. Throws for a broken file. */
export const openDocument = async (file: Blob, mimeType: string): Promise<OpenDocument> => {
  switch (mimeType) {
    case 'application/pdf':
      return (await import('./pdf.ts')).openPdf(file);
    case 'image/tiff':
      return (await import('./tiff.ts')).openTiff(file);
    case 'image/png':
    case 'image/jpeg':
      return openPicture(file);
    default:
      return { text: await file.text(), close: () => {} };
  }
};

const openPicture = async (file: Blob): Promise<OpenDocument> => {
  const picture = await createImageBitmap(file);
  return { sheets: [toSheet(picture.width, picture.height, async () => picture)], close: () => picture.close() };
};

/** A sheet of a picture that is made when it is drawn first. */
export const toSheet = (width: number, height: number, load: () => Promise<ImageBitmap>): Sheet => ({
  width,
  height,
  draw(canvas) {
    let isCancelled = false;
    const paint = async () => {
      const picture = await load();
      if (isCancelled) return;
      canvas.height = Math.round((canvas.width * height) / width);
      const context = canvas.getContext('2d');
      if (!context) return;
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    };
    return {
      done: paint(),
      cancel: () => {
        isCancelled = true;
      },
    };
  },
});
