import { AppError } from '@qsc/service-kit/pure';
import { MAX_BYTES, MAX_PAGES, MAX_PICTURE_PIXELS, MAX_STREAMS } from './limit.ts';

/** 415: the content is none of the types that are read. */
export const unknownType = (filename: string): AppError =>
  new AppError(
    'unsupported_media_type',
    `"${filename}" is none of the types that can be read. Send a PDF, PNG, JPEG, TIFF, XML or CSV file.`,
  );

/** 413: more bytes than are read. */
export const tooManyBytes = (size: number): AppError =>
  new AppError(
    'payload_too_large',
    `The document has ${size} bytes; at most ${MAX_BYTES} are read. Send a smaller file or fewer pages.`,
  );

/** 413: more pages than are read. */
export const tooManyPages = (pages: number): AppError =>
  new AppError(
    'payload_too_large',
    `The document has ${pages} pages; at most ${MAX_PAGES} are read. Send the pages of the certificate alone.`,
  );

/** 413: a picture with more pixels than are read; judged before it is decoded. `most`: how many those are. */
export const tooManyPixels = (width: number, height: number, most = MAX_PICTURE_PIXELS): AppError =>
  new AppError(
    'payload_too_large',
    `The picture has ${width} × ${height} pixels; at most ${most} are read. Scan it at 300 dpi.`,
  );

/** 413: a file that becomes far larger when it is unpacked; judged before it is read. */
export const tooMuchInflated = (most: number): AppError =>
  new AppError(
    'payload_too_large',
    `The PDF unpacks to more than the ${most} bytes that are read. Export it again, with pictures at 300 dpi.`,
  );

/** 413: a file of more packed parts than are read. */
export const tooManyStreams = (): AppError =>
  new AppError(
    'payload_too_large',
    `The PDF has more than ${MAX_STREAMS} packed parts. Send the pages of the certificate alone or export it again.`,
  );

/** 422: a PDF that asks for a password. */
export const encryptedDocument = (cause?: unknown): AppError =>
  new AppError('validation_failed', 'The PDF is protected by a password. Send it without a password.', { cause });

/** 422: a file that cannot be read as what it says it is. */
export const brokenDocument = (type: string, cause?: unknown): AppError =>
  new AppError('validation_failed', `The ${type} file is damaged or not complete. Send it again or export it again.`, {
    cause,
  });

/** 422: nothing in it. */
export const emptyDocument = (): AppError =>
  new AppError('validation_failed', 'The document is empty. Send a file that holds a certificate.');

/** 422: pages without a word that can be read. */
export const noWords = (): AppError =>
  unreadableKind('A document without words', 'No text was found on its pages. Scan it again, upright and at 300 dpi.');

/** 422: a form whose content stands in its data and not on its pages. */
export const unreadableForm = (): AppError =>
  unreadableKind(
    'An XFA form',
    'Its pages only ask to wait. Open it in Adobe Acrobat, print it to a PDF and send that.',
  );

/** 413: more rows, cells or elements than are read; `limit` says which, as in "10000 rows". */
export const tooMuchData = (limit: string): AppError =>
  new AppError(
    'payload_too_large',
    `The document holds more than ${limit}, which is the most that is read. Send the data of one certificate alone.`,
  );

/** 422: a file that says what it is but is written in a way that is not read; `change` says what to do instead. */
export const unreadableKind = (found: string, change: string, cause?: unknown): AppError =>
  new AppError('validation_failed', `${found} is not read. ${change}`, { cause });
