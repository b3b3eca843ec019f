/** Limit of one block (RFC 1951, section 3.2.4). */
const blockBytes = 0xffff;

/** Bytes summed up between two reductions: the sums stay below 2^31, which V8 keeps as integers. */
const sumBytes = 2048;

/**
 * A zlib stream (RFC 1950) of stored blocks, for small bytes that do not shrink: setting zlib up takes several times as long as copying.
 */
export function storedStream(bytes: Buffer): Buffer {
  const blocks = Math.max(1, Math.ceil(bytes.length / blockBytes));
  const stream = Buffer.allocUnsafe(2 + blocks * 5 + bytes.length + 4);
  stream.writeUInt16BE(0x7801, 0);
  let at = 2;
  for (let from = 0, left = blocks; left > 0; left -= 1, from += blockBytes) {
    const length = Math.min(blockBytes, bytes.length - from);
    stream.writeUInt8(left === 1 ? 1 : 0, at);
    stream.writeUInt16LE(length, at + 1);
    stream.writeUInt16LE(~length & 0xffff, at + 3);
    bytes.copy(stream, at + 5, from, from + length);
    at += 5 + length;
  }
  stream.writeUInt32BE(adler32(bytes), at);
  return stream;
}

/** RFC 1950, section 8.2. */
function adler32(bytes: Buffer): number {
  let [a, b] = [1, 0];
  for (let from = 0; from < bytes.length; from += sumBytes) {
    const end = Math.min(bytes.length, from + sumBytes);
    for (let at = from; at < end; at += 1) {
      a += bytes[at] as number;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}
