/** Source of the format: gitformat-pack(5), "Deltified representation". */

const longestCopy = 0xffffff;
const longestInsert = 0x7f;

/** Delta of a common prefix and suffix with the rest spelled out: right for a tree with one entry changed. */
export function encodeDelta(base: Buffer, result: Buffer): Buffer {
  const shorter = Math.min(base.length, result.length);
  const prefix = commonLength(shorter, (from, to) => base.compare(result, from, to, from, to) === 0);
  const baseEnd = base.length;
  const resultEnd = result.length;
  const suffix = commonLength(shorter - prefix, (from, to) => {
    return base.compare(result, resultEnd - to, resultEnd - from, baseEnd - to, baseEnd - from) === 0;
  });
  const bytes: number[] = [...size(base.length), ...size(result.length)];
  copy(bytes, 0, prefix);
  for (let offset = prefix; offset < result.length - suffix; offset += longestInsert) {
    const end = Math.min(offset + longestInsert, result.length - suffix);
    bytes.push(end - offset, ...result.subarray(offset, end));
  }
  copy(bytes, base.length - suffix, suffix);
  return Buffer.from(bytes);
}

/** Binary search for how many of `limit` bytes agree: `agree` compares whole ranges. */
function commonLength(limit: number, agree: (from: number, to: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (agree(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function size(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

function copy(bytes: number[], from: number, length: number): void {
  for (let done = 0; done < length; ) {
    const some = Math.min(length - done, longestCopy);
    const start = from + done;
    const parts = [start, start >>> 8, start >>> 16, start >>> 24, some, some >>> 8, some >>> 16].map(
      (part) => part & 0xff,
    );
    const flags = parts.reduce((set, part, bit) => (part === 0 ? set : set | (1 << bit)), 0x80);
    bytes.push(flags, ...parts.filter((part) => part !== 0));
    done += some;
  }
}

/** A size as deltas begin with two of them, of the base and of the result. */
export function readSize(delta: Buffer, start: number): { readonly size: number; readonly end: number } {
  let size = 0;
  for (let offset = start, factor = 1; ; offset += 1, factor *= 128) {
    const byte = delta[offset] as number;
    size += (byte & 0x7f) * factor;
    if (!(byte & 0x80)) return { size, end: offset + 1 };
  }
}

/** @throws when the delta is cut short or belongs to another base */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const baseSize = readSize(delta, 0);
  const resultSize = readSize(delta, baseSize.end);
  if (baseSize.size !== base.length) throw new Error('A delta belongs to another base');
  const result = Buffer.allocUnsafe(resultSize.size);
  let offset = resultSize.end;
  let filled = 0;
  while (offset < delta.length) {
    const instruction = delta[offset++] as number;
    if (instruction & 0x80) {
      let from = 0;
      let length = 0;
      for (let bit = 0; bit < 4; bit += 1)
        if (instruction & (1 << bit)) from += (delta[offset++] as number) * 2 ** (8 * bit);
      for (let bit = 0; bit < 3; bit += 1) {
        if (instruction & (1 << (bit + 4))) length += (delta[offset++] as number) * 2 ** (8 * bit);
      }
      filled += base.copy(result, filled, from, from + (length || 0x10000));
    } else {
      filled += delta.copy(result, filled, offset, offset + instruction);
      offset += instruction;
    }
  }
  if (filled !== result.length) throw new Error('A delta is cut short');
  return result;
}
