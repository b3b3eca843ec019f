import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';

const path = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-greek-wght-normal.woff2');

/** A real font: WOFF2, variable from 100 to 900. */
export const realFont = readFileSync(path);

/** Family under which tests assign it, which no machine has. */
export const family = 'Lesestoff Grotesk';

interface MadeFont {
  readonly family: string;
  readonly weight: number;
  readonly isItalic?: boolean;
  readonly isRestricted?: boolean;
}

/** Tables of a font without glyphs, which says of itself what readers of fonts look for. */
function tablesOf({ family, weight, isItalic = false, isRestricted = false }: MadeFont): [string, Buffer][] {
  const text = Buffer.from(family, 'utf16le').swap16();
  const name = Buffer.alloc(18);
  for (const [at, value] of [0, 1, 18, 3, 1, 0x409, 1, text.length, 0].entries()) name.writeUInt16BE(value, at * 2);
  const os2 = Buffer.alloc(78);
  for (const [at, value] of [
    [4, weight],
    [8, isRestricted ? 2 : 0],
    [62, isItalic ? 1 : 0x40],
  ] as const)
    os2.writeUInt16BE(value, at);
  const post = Buffer.alloc(32);
  post.writeUInt32BE(0x30000, 0);
  return [
    ['OS/2', os2],
    ['name', Buffer.concat([name, text])],
    ['post', post],
  ];
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

/** A font file as TTF. */
export function ttf(font: MadeFont): Buffer {
  const tables = tablesOf(font);
  const head = Buffer.alloc(12 + tables.length * 16);
  head.writeUInt32BE(0x10000, 0);
  head.writeUInt16BE(tables.length, 4);
  let offset = head.length;
  for (const [at, [tag, bytes]] of tables.entries()) {
    head.write(tag, 12 + at * 16);
    head.writeUInt32BE(offset, 12 + at * 16 + 8);
    head.writeUInt32BE(bytes.length, 12 + at * 16 + 12);
    offset += padded(bytes).length;
  }
  return Buffer.concat([head, ...tables.map(([, bytes]) => padded(bytes))]);
}

/** The same as OTF. */
export const otf = (font: MadeFont): Buffer => Buffer.concat([Buffer.from('OTTO'), ttf(font).subarray(4)]);

/** The same as WOFF. */
export function woff(font: MadeFont): Buffer {
  const tables = tablesOf(font).map(([tag, bytes]) => ({ tag, bytes, packed: deflateSync(bytes) }));
  const head = Buffer.alloc(44 + tables.length * 20);
  head.write('wOFF');
  head.writeUInt32BE(0x10000, 4);
  head.writeUInt16BE(tables.length, 12);
  let offset = head.length;
  for (const [at, { tag, bytes, packed }] of tables.entries()) {
    const row = 44 + at * 20;
    const kept = packed.length < bytes.length ? packed : bytes;
    head.write(tag, row);
    for (const [place, value] of [offset, kept.length, bytes.length].entries())
      head.writeUInt32BE(value, row + 4 + place * 4);
    offset += padded(kept).length;
  }
  const bodies = tables.map(({ bytes, packed }) => padded(packed.length < bytes.length ? packed : bytes));
  head.writeUInt32BE(offset, 8);
  return Buffer.concat([head, ...bodies]);
}
