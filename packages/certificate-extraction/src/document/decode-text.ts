const WITH_BOM: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Control characters but for tab, line ends and form feed; what Windows-1252 leaves undefined is among them. */
const NOT_TEXT = /[^\P{Cc}\t\n\f\r\u0085]/u;

const SAMPLE = 4096;

/**
 * The text of a file in UTF-8, UTF-16 (with or without byte order mark) or Windows-1252, which every other text is taken
 * for; null where it is no text. `encoding`: what the file says of itself, used where it is no UTF.
 */
export function decodeText(bytes: Uint8Array, encoding = 'windows-1252'): string | null {
  const reported = WITH_BOM.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1] ?? silentUtf16(bytes);
  const text = reported ? decodeAs(bytes, reported) : (decodeAs(bytes, 'utf-8') ?? decodeAs(bytes, encoding));
  return text === null || NOT_TEXT.test(text) ? null : text;
}

/** UTF-16 without a mark: in western text every other byte is 0. */
function silentUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = 0.35 * sample.length;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
