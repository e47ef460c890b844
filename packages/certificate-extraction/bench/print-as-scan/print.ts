import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';
import { createRandom, type Random } from '../make-certificates/random.ts';
import { type Kind, type KindName, kindNames, toKind } from './kind.ts';
import type { Picture } from './picture.ts';
import { renderPages } from './render.ts';
import { encodeTiff } from './tiff.ts';

const dpi = 200;

/** `kinds` are taken in turns over the documents (all kinds unless given); `printed` hears of each file. */
export type PrintSetting = {
  folder: string;
  seed: number;
  kinds?: readonly KindName[];
  printed?: (name: string) => void;
};

/**
 * Prints the PDF documents of a folder as pictures, one kind each, into another folder, with a `truth.json` that says
 * of each new file what `truths` said of its origin. Documents without truth and other files are left out.
 */
export async function printFolder<T>(
  from: string,
  truths: Readonly<Record<string, T>>,
  setting: PrintSetting,
): Promise<Record<string, T>> {
  const { folder, seed, kinds = kindNames, printed } = setting;
  await mkdir(folder, { recursive: true });
  const scans: Record<string, T> = {};
  const names = Object.keys(truths).filter((name) => name.toLowerCase().endsWith('.pdf'));
  for (const [index, name] of names.entries()) {
    const kind = toKind(kinds[index % kinds.length] ?? 'flat');
    const { extension, bytes } = await printDocument(
      await readFile(join(from, name)),
      kind,
      createRandom(`${seed}/${name}/${kind.name}`),
    );
    const scan = `${parse(name).name}-${kind.name}.${extension}`;
    await writeFile(join(folder, scan), bytes);
    scans[scan] = truths[name] as T;
    printed?.(scan);
  }
  await writeFile(join(folder, 'truth.json'), `${JSON.stringify(scans, null, 2)}\n`);
  return scans;
}

/** Prints one PDF as pictures. One page becomes a picture file or a PDF, several become a PDF or a TIFF. */
export async function printDocument(
  bytes: Uint8Array,
  kind: Kind,
  random: Random,
): Promise<{ extension: string; bytes: Uint8Array }> {
  const pages: Picture[] = [];
  for await (const page of renderPages(bytes, dpi)) pages.push(kind.apply(page, random));
  const form = chooseForm(pages.length, kind, random);
  if (form === 'tiff') return { extension: 'tif', bytes: encodeTiff(pages, { ink: kind.ink, dpi }) };
  const [page] = pages;
  if (form === 'pdf' || page === undefined) return { extension: 'pdf', bytes: await toPdf(pages, kind) };
  return { extension: form === 'png' ? 'png' : 'jpg', bytes: await encode(page, form === 'png' ? null : kind.quality) };
}

function chooseForm(pages: number, { ink, name }: Kind, random: Random): 'tiff' | 'pdf' | 'png' | 'jpeg' {
  if (name === 'photo' && pages === 1) return 'jpeg';
  if (pages > 1) return random.chance(ink ? 0.7 : 0.2) ? 'tiff' : 'pdf';
  return random.pick(
    ink ? (['tiff', 'tiff', 'pdf', 'png'] as const) : (['pdf', 'pdf', 'jpeg', 'png', 'tiff'] as const),
  );
}

async function toPdf(pages: readonly Picture[], { ink, quality }: Kind): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  for (const page of pages) {
    const bytes = await encode(page, ink ? null : quality);
    const image = ink ? await document.embedPng(bytes) : await document.embedJpg(bytes);
    const size: [number, number] = [(page.width * 72) / dpi, (page.height * 72) / dpi];
    document.addPage(size).drawImage(image, { x: 0, y: 0, width: size[0], height: size[1] });
  }
  return document.save();
}

/** A picture as JPEG of a quality (0 to 100), or as PNG for null. */
async function encode({ width, height, data }: Picture, quality: number | null): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return new Uint8Array(quality === null ? await canvas.encode('png') : await canvas.encode('jpeg', quality));
}
