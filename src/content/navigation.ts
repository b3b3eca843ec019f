import { generateKeyBetween } from 'fractional-indexing';
import type { Map as PersistentMap } from 'immutable';

/** What navigation needs to know of a page. */
export interface Place {
  readonly id: number;
  readonly parent_id: number | null;
  readonly position: string;
}

/** The ids of each chapter's children, in navigation order; `0` stands for the top level. */
export type Children = PersistentMap<number, readonly number[]>;

const topLevel = 0;

function parentKey(place: Place): number {
  return place.parent_id ?? topLevel;
}

/** Siblings by position; those at the same one by id, so that the order never depends on how it came about. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id - b.id;
}

export function withChild(children: Children, place: Place, placeOf: (id: number) => Place): Children {
  const siblings = children.get(parentKey(place)) ?? [];
  let [low, high] = [0, siblings.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePlaces(placeOf(siblings[middle] as number), place) < 0) low = middle + 1;
    else high = middle;
  }
  return children.set(parentKey(place), siblings.toSpliced(low, 0, place.id));
}

export function withoutChild(children: Children, place: Place): Children {
  const siblings = (children.get(parentKey(place)) ?? []).filter((id) => id !== place.id);
  return siblings.length === 0 ? children.delete(parentKey(place)) : children.set(parentKey(place), siblings);
}

export function childrenOf(children: Children, parent: number | null): readonly number[] {
  return children.get(parent ?? topLevel) ?? [];
}

const orders = new WeakMap<Children, readonly number[]>();

/**
 * All pages depth-first: a chapter, then its children. Pages whose parent is missing, or that contain one another
 * (possible only in content that did not come through this service), follow at the end rather than disappear.
 */
export function navigationOrder(children: Children, ids: Iterable<number>): readonly number[] {
  const known = orders.get(children);
  if (known !== undefined) return known;
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (id: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    order.push(id);
    for (const child of childrenOf(children, id)) visit(child);
  };
  for (const id of childrenOf(children, null)) visit(id);
  for (const id of [...ids].sort((a, b) => a - b)) visit(id);
  orders.set(children, order);
  return order;
}

export function positionBehind(last: Place | undefined): string {
  return generateKeyBetween(last?.position ?? null, null);
}

/** Whether `id` is `ancestor` or lies below it. */
export function isWithin(id: number, ancestor: number, parentOf: (id: number) => number | null | undefined): boolean {
  const seen = new Set<number>();
  for (let at: number | null | undefined = id; at != null && !seen.has(at); at = parentOf(at)) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}
