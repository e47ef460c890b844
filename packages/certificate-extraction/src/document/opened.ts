/** Hears how many pages a document has, once it is open and before they are read. */
export type Opened = (pages: number) => void;
