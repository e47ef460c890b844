/** Glyphs of one size on one base line without a gap. `closed` when a space was painted after them. */
export type Piece = {
  text: string;
  x0: number;
  x1: number;
  base: number;
  size: number;
  bold: number;
  count: number;
  closed: boolean;
};
