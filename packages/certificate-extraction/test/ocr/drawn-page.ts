import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { type Gray, toGray } from '../../src/ocr/pixel/gray.ts';

const FONTS = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), 'standard_fonts');
GlobalFonts.registerFromPath(join(FONTS, 'LiberationSans-Regular.ttf'), 'Drawn');
GlobalFonts.registerFromPath(join(FONTS, 'LiberationSans-Bold.ttf'), 'DrawnBold');

/** White paper of the given size in pixels with what `draw` puts on it. */
export function drawnCanvas(width: number, height: number, draw: (context: SKRSContext2D) => void): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  draw(context);
  return canvas;
}

export function drawnPage(width: number, height: number, draw: (context: SKRSContext2D) => void): Gray {
  return grayOfCanvas(drawnCanvas(width, height, draw));
}

export function grayOfCanvas(canvas: Canvas): Gray {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return toGray(data, canvas.width, canvas.height);
}

/** The canvas turned clockwise about its middle on paper that holds all of it. */
export function turned(canvas: Canvas, degrees: number): Canvas {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const width = Math.ceil(canvas.width * cos + canvas.height * sin);
  const height = Math.ceil(canvas.width * sin + canvas.height * cos);
  return drawnCanvas(width, height, (context) => {
    context.translate(width / 2, height / 2);
    context.rotate(angle);
    context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
  });
}

export const PROSE = [
  'The material was sampled and tested according to the',
  'methods given below. All results refer to the sample',
  'as received by the laboratory; they may not be copied',
  'in part without its approval. Store in a dry place,',
  'protected from light and moisture, at room temperature.',
];
