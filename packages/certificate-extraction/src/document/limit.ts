/** Largest document in bytes (25 MiB). */
export const MAX_BYTES = 25 * 1024 * 1024;

/** Most pages of a document. */
export const MAX_PAGES = 50;

/** Most pixels of a picture within a PDF: an A3 page at 600 dpi has 70 million. */
export const MAX_IMAGE_PIXELS = 80_000_000;

/** Most pixels of a picture that is sent as such; decoding takes 9 bytes for each. An A4 page at 600 dpi has 35 million. */
export const MAX_PICTURE_PIXELS = 40_000_000;

/** Most rows of a CSV file. */
export const MAX_ROWS = 10_000;

/** Most columns of a CSV file. */
export const MAX_COLUMNS = 200;

/** Most cells of a CSV file, and most tags and attributes of an XML file. */
export const MAX_VALUES = 200_000;

/** Most characters of one cell, text or attribute. */
export const MAX_VALUE_LENGTH = 10_000;

/** How deep the elements of an XML file may be nested. */
export const MAX_DEPTH = 50;

/** Most bytes that one part of a PDF may inflate to, pictures apart. The content of a dense page has some hundred KiB. */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/** Most bytes that a picture within a PDF may inflate to: four samples for each pixel. */
export const MAX_INFLATED_PICTURE_BYTES = 4 * MAX_IMAGE_PIXELS;

/** Most bytes that all parts of a PDF may inflate to together: fifty A4 pages at 300 dpi in colour have 1.3 GB. */
export const MAX_INFLATED_BYTES_IN_ALL = 2 * 1024 * 1024 * 1024;

/** Most parts of a PDF that may be packed. */
export const MAX_STREAMS = 20_000;
