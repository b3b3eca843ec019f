import type { FuzzRequest, Json } from './request.js';

/** `home`: the page of the block of the same number. */
const kinds = ['page', 'chapter', 'block', 'home', 'color', 'medium', 'section', 'category', 'etag', 'commit'] as const;
export type Kind = Exclude<(typeof kinds)[number], 'home'>;

const standIn = new RegExp(`@(${kinds.join('|')}):(\\d+)`, 'g');
const quotedStandIn = new RegExp(`"@(${kinds.join('|')}):(\\d+)"`, 'g');
const most = 200;

/** Ids and versions that are there, or were a moment ago, so that made-up requests can mean something. */
export class Known {
  readonly #lists = new Map<string, (number | string)[]>(kinds.map((kind) => [kind, []]));
  readonly #homes = new Map<number | string, number>();

  add(kind: Kind, value: number | string): void {
    const list = this.#lists.get(kind) as (number | string)[];
    if (list.includes(value)) return;
    list.push(value);
    if (list.length > most) for (const gone of list.splice(1, 1)) this.#homes.delete(gone);
  }

  /** Takes what an answer tells. */
  learn(answer: Json): void {
    for (const item of Array.isArray(answer) ? answer.slice(0, most) : [answer]) this.#learnOne(item);
  }

  #learnOne(item: Json): void {
    if (typeof item !== 'object' || item === null) return;
    if (typeof item.id === 'number' && 'nav_expansion' in item) {
      this.add(item.type === 'container' ? 'chapter' : 'page', item.id);
    }
    if (typeof item.id === 'number' && 'released' in item) this.add('medium', item.id);
    const visit = (value: Json): void => {
      if (typeof value !== 'object' || value === null) return;
      if (typeof value.id === 'string' && 'type' in value && 'data' in value) {
        this.add('block', value.id);
        this.#homes.set(value.id, item.id);
      }
      for (const inner of Object.values(value)) visit(inner);
    };
    visit(item.blocks);
  }

  #pick(kind: string, index: string): number | string {
    if (kind === 'home') return this.#homes.get(this.#pick('block', index)) ?? 0;
    const list = this.#lists.get(kind) as (number | string)[];
    return list[Number(index) % list.length] ?? 0;
  }

  text(text: string): string {
    return text.replace(standIn, (_, kind, index) => String(this.#pick(kind, index)));
  }

  json(text: string): string {
    return text.replace(quotedStandIn, (_, kind, index) => JSON.stringify(this.#pick(kind, index)));
  }
}

export interface Sent {
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | null;
}

/** The request as it can be sent, of things that are there. */
export function settle(request: FuzzRequest, known: Known): Sent {
  const { body } = request;
  return {
    path: known.text(request.path),
    headers: request.headers.map(([name, value]) => [name, known.text(value)] as const),
    body: body === null ? null : 'bytes' in body ? body.bytes : Buffer.from(known.json(body.json)),
  };
}
