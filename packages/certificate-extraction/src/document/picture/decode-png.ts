import { constants, createInflateRaw } from 'node:zlib';
import type { Gray } from '../../ocr/pixel/gray.ts';
import { brokenDocument } from '../document-error.ts';
import { decodeByCanvas } from './decode-canvas.ts';
import type { PngHeader } from './png-header.ts';

/** The passes of an interlaced picture: where each begins and how far its pixels are apart, across and down. */
const PASSES = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
] as const;
const WHOLE = [{ x: 0, y: 0, across: 1, down: 1 }] as const;
const ZLIB_HEADER = 2;

/**
 * Decodes a PNG file to shades of grey; its end may be missing and other bytes may follow it. Throws validation_failed for
 * one that cannot be decoded or that holds fewer pixels than its header states.
 */
export async function decodePng(bytes: Uint8Array, header: PngHeader): Promise<Gray> {
  await checkPng(header);
  return decodeByCanvas(bytes, header, 'PNG');
}

/** Throws validation_failed for a PNG file that holds fewer pixels than its header states. */
export async function checkPng(header: PngHeader): Promise<void> {
  if (!(await holdsBytes(header.pixels, countBytes(header)))) throw brokenDocument('PNG');
}

/** Bytes of all rows, each with the byte that names its filter. */
function countBytes({ width, height, bits, isInterlaced }: PngHeader): number {
  const sizes = (isInterlaced ? PASSES : WHOLE).map(({ x, y, across, down }) => {
    const columns = Math.max(0, Math.ceil((width - x) / across));
    const rows = Math.max(0, Math.ceil((height - y) / down));
    return columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8));
  });
  return sizes.reduce((sum, size) => sum + size);
}

/** Whether deflated data hold so many bytes; no more are inflated, and none are kept. */
async function holdsBytes(deflated: readonly Buffer[], wanted: number): Promise<boolean> {
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  inflate.end(Buffer.concat(deflated).subarray(ZLIB_HEADER));
  let held = 0;
  try {
    for await (const part of inflate) {
      held += (part as Buffer).length;
      if (held >= wanted) return true;
    }
  } catch (cause) {
    throw brokenDocument('PNG', cause);
  }
  return false;
}
