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
