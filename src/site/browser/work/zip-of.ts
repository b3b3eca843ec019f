import type { Found } from './folder-files.js';

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

async function checksum(file: File): Promise<number> {
  let sum = 0xffffffff;
  for (const byte of new Uint8Array(await file.arrayBuffer())) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Numbers of two (`2`) and four (`4`) bytes. */
function record(...parts: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(parts.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of parts) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** Files as a ZIP, not packed: the browser reads each from the disk when it is sent. Of at most 4 GB and 65,535 files. */
export async function zipOf(found: readonly Found[]): Promise<Blob> {
  const files: BlobPart[] = [];
  const entries: BlobPart[] = [];
  let [at, size] = [0, 0];
  for (const { file, path } of found) {
    const name = new TextEncoder().encode(path);
    const sum = await checksum(file);
    // Version 2.0, names in UTF-8, not packed, 1 January 1980.
    const shared = [
      [2, 20],
      [2, 0x0800],
      [2, 0],
      [2, 0],
      [2, 33],
      [4, sum],
      [4, file.size],
      [4, file.size],
      [2, name.length],
      [2, 0],
    ] as const;
    const head = record([4, 0x04034b50], ...shared);
    files.push(head, name, file);
    const entry = record([4, 0x02014b50], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    entries.push(entry, name);
    at += head.length + name.length + file.size;
    size += entry.length + name.length;
  }
  const count = found.length;
  return new Blob([
    ...files,
    ...entries,
    record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]),
  ]);
}
