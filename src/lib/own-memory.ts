/** The bytes in memory of their own. A small buffer is cut from a shared piece, which one that is kept would keep whole. */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength < 2 * bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
