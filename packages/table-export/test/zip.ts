import { inflateRawSync } from 'node:zlib';

const DIRECTORY = 0x02014b50;
const END = 0x06054b50;

/** The files of a zip archive by their names, read by its directory. */
export const unzip = (archive: Buffer): Map<string, Buffer> => {
  let end = archive.length - 22;
  while (archive.readUInt32LE(end) !== END) end -= 1;
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === DIRECTORY) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as number[];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength!).replace(/^\//, '');
    files.set(name, archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed));
    at += 46 + nameLength! + extra! + comment!;
  }
  return files;
};
