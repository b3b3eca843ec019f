/** The JSON of a list, with where each element stands in it. */
export interface ListJson {
  readonly body: Buffer;
  readonly elements: readonly unknown[];
  /** Where each element ends in the body; the next one starts behind the comma. */
  readonly ends: Uint32Array;
}

/**
 * JSON of a list. Elements are shared between versions of the content and never change, so those that the former list
 * has too are copied from it: after a write, a list of 10,000 pages is put together and not made anew.
 */
export function listJson(elements: readonly unknown[], former: ListJson = emptyList): ListJson {
  const ends = new Uint32Array(elements.length);
  const find = finder(elements, former);
  const parts: (Buffer | string)[] = [];
  let end = 0;
  for (let at = 0; at < elements.length; ) {
    parts.push(at === 0 ? '[' : ',');
    end += 1;
    const found = find(at);
    if (found === undefined) {
      const text = JSON.stringify(elements[at]);
      parts.push(text);
      end += Buffer.byteLength(text);
      ends[at++] = end;
      continue;
    }
    const start = startOf(former, found);
    const moved = end - start;
    let next = found;
    for (; at < elements.length && elements[at] === former.elements[next]; next += 1) {
      ends[at++] = (former.ends[next] as number) + moved;
    }
    const run = former.body.subarray(start, former.ends[next - 1]);
    parts.push(run);
    end += run.length;
  }
  parts.push(elements.length === 0 ? '[]' : ']');
  return { body: join(parts), elements, ends };
}

const emptyList: ListJson = { body: Buffer.from('[]'), elements: [], ends: new Uint32Array() };

function startOf({ ends }: ListJson, index: number): number {
  return index === 0 ? 1 : (ends[index - 1] as number) + 1;
}

/** Tells where an element stands in the former list, asked in the order of the new one. */
function finder(elements: readonly unknown[], former: ListJson): (at: number) => number | undefined {
  let shift = 0;
  let places: Map<unknown, number> | undefined;
  return (at) => {
    if (former.elements[at + shift] === elements[at]) return at + shift;
    // One element replaced is the common case, and needs no search.
    if (former.elements[at + shift + 1] === elements[at + 1]) return undefined;
    places ??= new Map(former.elements.map((element, index) => [element, index]));
    const found = places.get(elements[at]);
    if (found !== undefined) shift = found - at;
    return found;
  };
}

/** Texts next to one another become bytes together. */
function join(parts: readonly (Buffer | string)[]): Buffer {
  const buffers: Buffer[] = [];
  let texts: string[] = [];
  const flush = (): void => {
    if (texts.length > 0) buffers.push(Buffer.from(texts.join('')));
    texts = [];
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      texts.push(part);
    } else {
      flush();
      buffers.push(part);
    }
  }
  flush();
  return Buffer.concat(buffers);
}
