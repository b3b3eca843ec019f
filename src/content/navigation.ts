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

/** Pages that come and go, to be worked into `Children` together: one by one, a long list would be copied each time. */
export class Moves {
  readonly #gone = new Map<number, Set<number>>();
  readonly #come = new Map<number, Map<number, Place>>();

  remove(place: Place): void {
    const parent = parentKey(place);
    if (this.#come.get(parent)?.delete(place.id)) return;
    this.#gone.set(parent, (this.#gone.get(parent) ?? new Set()).add(place.id));
  }

  add(place: Place): void {
    const parent = parentKey(place);
    this.#come.set(parent, (this.#come.get(parent) ?? new Map()).set(place.id, place));
  }

  /** @param placeOf the places of pages that stay where they are */
  applyTo(children: Children, placeOf: (id: number) => Place): Children {
    let result = children;
    for (const parent of new Set([...this.#gone.keys(), ...this.#come.keys()])) {
      const gone = this.#gone.get(parent);
      const come = this.#come.get(parent) ?? new Map<number, Place>();
      const stay = (children.get(parent) ?? []).filter((id) => !gone?.has(id));
      const siblings = insertSorted(stay, [...come.values()].sort(comparePlaces), placeOf);
      result = siblings.length === 0 ? result.delete(parent) : result.set(parent, siblings);
    }
    return result;
  }
}

/** Merges two sorted lists, looking at few of the long one when the other is short. */
function insertSorted(ids: readonly number[], places: readonly Place[], placeOf: (id: number) => Place): number[] {
  const merged: number[] = [];
  let taken = 0;
  for (const place of places) {
    let [low, high] = [taken, ids.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comparePlaces(placeOf(ids[middle] as number), place) < 0) low = middle + 1;
      else high = middle;
    }
    for (; taken < low; taken += 1) merged.push(ids[taken] as number);
    merged.push(place.id);
  }
  for (; taken < ids.length; taken += 1) merged.push(ids[taken] as number);
  return merged;
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
  const visitAll = (roots: Iterable<number>): void => {
    const waiting = [...roots].reverse();
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      order.push(id);
      for (const child of childrenOf(children, id).toReversed()) waiting.push(child);
    }
  };
  visitAll(childrenOf(children, null));
  visitAll([...ids].filter((id) => !seen.has(id)).sort((a, b) => a - b));
  orders.set(children, order);
  return order;
}

/** Behind a position that is no fractional index, as only git brings it: the next longer text. */
export function positionBehind(last: Place | undefined): string {
  return positionBetween(last, undefined) ?? `${last?.position}V`;
}

/**
 * A position between two neighbours; `undefined` is the end on that side.
 *
 * @returns `null` when there is none: only in content that did not come through this service
 */
export function positionBetween(before: Place | undefined, after: Place | undefined): string | null {
  try {
    return generateKeyBetween(before?.position ?? null, after?.position ?? null);
  } catch {
    return null;
  }
}

/**
 * The order of navigation between two pages, without all the others. Pages that hang in the air, which only git brings, come last.
 *
 * @param placeOf a page's place; `undefined`: there is no such page
 */
export function compareInNavigation(a: number, b: number, placeOf: (id: number) => Place | undefined): number {
  const [left, right] = [chainTo(a, placeOf), chainTo(b, placeOf)];
  for (const [at, one] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (one.id !== other.id) return comparePlaces(one, other);
  }
  return left.length - right.length;
}

/** A page's ancestors from the top level down, and itself. */
function chainTo(id: number, placeOf: (id: number) => Place | undefined): Place[] {
  const chain: Place[] = [];
  for (let at: number | null = id; at !== null; ) {
    const place = placeOf(at);
    if (place === undefined || chain.includes(place)) break;
    chain.unshift(place);
    at = place.parent_id;
  }
  return chain;
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
