import { generateKeyBetween } from 'fractional-indexing';
import type btree from 'sorted-btree';
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js';
import { compare } from '../lib/order.js';

/** A page's position in the navigation: its chapter, and its sort key (a fractional index) among the siblings. */
export interface Place {
  readonly id: number;
  readonly parent_id: number | null;
  readonly position: string;
}

/** All pages in the order of `comparePlaces`: a persistent B-tree. Change only a `clone` of it, which shares the unchanged nodes. */
export type Navigation = btree.default<Place, undefined>;

const topLevel = 0;

function parentKey({ parent_id }: Place): number {
  return parent_id ?? topLevel;
}

/** Compares siblings by position, then by id: the order never depends on the history of the pages. */
export function comparePlaces(a: Place, b: Place): number {
  return parentKey(a) - parentKey(b) || compare(a.position, b.position) || a.id - b.id;
}

const nodeSize = 64;

/**
 * @param places in the order of `comparePlaces`
 * @throws when they are in another
 */
export function navigationOf(places: Place[]): Navigation {
  return bulkLoad(places, new Array<undefined>(places.length), nodeSize, comparePlaces, 1);
}

/** Search key that sorts after all pages of a chapter, or of the top level. */
export function endOf(parent: number | null): Place {
  return { id: 0, parent_id: parent, position: '~' };
}

function startOf(parent: number | null): Place {
  return { id: 0, parent_id: parent, position: '' };
}

export function siblingBefore(navigation: Navigation, place: Place): Place | undefined {
  const neighbour = navigation.nextLowerKey(place);
  return neighbour !== undefined && parentKey(neighbour) === parentKey(place) ? neighbour : undefined;
}

export function siblingAfter(navigation: Navigation, place: Place): Place | undefined {
  const neighbour = navigation.nextHigherKey(place);
  return neighbour !== undefined && parentKey(neighbour) === parentKey(place) ? neighbour : undefined;
}

export function isEmptyChapter(navigation: Navigation, id: number): boolean {
  return siblingAfter(navigation, startOf(id)) === undefined;
}

export function childrenOf(navigation: Navigation, parent: number | null): number[] {
  const ids: number[] = [];
  navigation.forRange(startOf(parent), endOf(parent), false, ({ id }) => {
    ids.push(id);
  });
  return ids;
}

/**
 * All pages depth-first: a chapter, then its children. Pages whose parent is missing, or that contain one another
 * (possible only in pushed content), follow at the end rather than disappear.
 */
export function navigationOrder(navigation: Navigation): number[] {
  const chapters = new Map<number, number[]>();
  navigation.forEachPair((place) => {
    const siblings = chapters.get(parentKey(place));
    if (siblings === undefined) chapters.set(parentKey(place), [place.id]);
    else siblings.push(place.id);
  });
  const order: number[] = [];
  const addDepthFirst = (roots: readonly number[], visited?: Set<number>): void => {
    const open = [roots.values()];
    for (let ids = open.at(-1); ids !== undefined; ids = open.at(-1)) {
      const { value: id, done } = ids.next();
      if (done) open.pop();
      if (done || visited?.has(id)) continue;
      visited?.add(id);
      order.push(id);
      const below = chapters.get(id);
      if (below !== undefined) open.push(below.values());
    }
  };
  addDepthFirst(chapters.get(topLevel) ?? []);
  if (order.length < navigation.size) {
    addDepthFirst(
      [...chapters.values()].flat().sort((a, b) => a - b),
      new Set(order),
    );
  }
  return order;
}

/** A position after the last sibling. It always exists: after one that is not a fractional index, it is the next longer text. */
export function positionAfter(last: Place | undefined): string {
  return keyBetween(last, undefined) ?? `${last?.position}V`;
}

/**
 * A position between two neighbours; `undefined` is the end on that side.
 *
 * @returns `null` when there is none: only in pushed content
 */
export function positionBetween(before: Place | undefined, after: Place | undefined): string | null {
  return after === undefined ? positionAfter(before) : keyBetween(before, after);
}

function keyBetween(before: Place | undefined, after: Place | undefined): string | null {
  try {
    return generateKeyBetween(before?.position ?? null, after?.position ?? null);
  } catch {
    return null;
  }
}

/**
 * The order of navigation between two pages, without all the others. Pages without a way to the top level, which only a push brings, come last.
 *
 * @param placeOf a page's place; `undefined` if there is no such page
 */
export function compareInNavigation(a: number, b: number, placeOf: (id: number) => Place | undefined): number {
  const [left, right] = [chainTo(a, placeOf), chainTo(b, placeOf)];
  for (const [at, ancestor] of left.entries()) {
    const otherAncestor = right[at];
    if (otherAncestor === undefined) return 1;
    if (ancestor.id !== otherAncestor.id) return comparePlaces(ancestor, otherAncestor);
  }
  return left.length - right.length;
}

/** A page's ancestors from the top level down, and itself. */
function chainTo(id: number, placeOf: (id: number) => Place | undefined): Place[] {
  const chain: Place[] = [];
  for (let ancestorId: number | null = id; ancestorId !== null; ) {
    const place = placeOf(ancestorId);
    if (place === undefined || chain.includes(place)) break;
    chain.unshift(place);
    ancestorId = place.parent_id;
  }
  return chain;
}

export function isWithin(id: number, ancestor: number, parentOf: (id: number) => number | null | undefined): boolean {
  const visited = new Set<number>();
  for (let page: number | null | undefined = id; page != null && !visited.has(page); page = parentOf(page)) {
    if (page === ancestor) return true;
    visited.add(page);
  }
  return false;
}
