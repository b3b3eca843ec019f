import { expect } from 'vitest';
import type { TestPortal } from '../support/portal.js';
import { Asker } from './asker.js';
import { type Door, doorsIn, otherDoors, portalDoors, restDoors, toolDoors } from './doors.js';
import { boundary, type SetClock, scene } from './scene.js';

const doors: readonly Door[] = [restDoors, portalDoors, toolDoors].flatMap(doorsIn).concat(otherDoors);

const [ends, begins] = [
  { ends: true, begins: false },
  { ends: false, begins: true },
];
/** Instants in their order, and what every door shows then. */
const instants = [
  ['long before', '2026-03-10T12:00:00Z', ends],
  ['four minutes before the end', boundary - 240_000, ends],
  ['a second before the end', boundary - 1000, ends],
  ['at the end', boundary, begins],
  ['a second after', boundary + 1000, begins],
  ['ten days after', boundary + 864_000_000, begins],
  // A clock that was wrong is put back.
  ['a second before, again', boundary - 1000, ends],
] as const;

/** Tries every door of all servers at every instant. */
export async function expectDoors(nodes: readonly TestPortal[], clock: SetClock): Promise<void> {
  const { askers } = await askersAt(nodes, clock);
  const lines: string[] = [];
  for (const [name, instant, expected] of instants) {
    clock.goTo(instant);
    lines.push(...(await wrongDoors(askers, name, expected)));
  }
  expect(lines).toEqual([]);
}

/** Archives the brand a second before the boundary, and takes it out a second after it. */
export async function expectDoorsOfArchived(portal: TestPortal, clock: SetClock): Promise<void> {
  const { askers, slug } = await askersAt([portal], clock);
  clock.goTo(boundary - 1000);
  const before = await wrongDoors(askers, 'before', ends);
  await portal.service.archive.put(slug);
  const lists = doors.filter(({ list }) => list !== undefined);
  const archived = await wrongDoors(askers, 'archived', { ends: false, begins: false }, lists);
  clock.goTo(boundary + 1000);
  archived.push(...(await wrongDoors(askers, 'archived, after', { ends: false, begins: false }, lists)));
  await portal.service.archive.undo(slug);
  const after = await wrongDoors(askers, 'taken out', begins);
  expect([...before, ...archived, ...after]).toEqual([]);
}

async function askersAt(nodes: readonly TestPortal[], clock: SetClock) {
  const [first] = nodes as [TestPortal];
  const brand = await scene(first, clock);
  const askers = nodes.map((node) => new Asker(node, brand, () => clock.read().getTime(), boundary));
  return { askers, slug: brand.slug };
}

/** Tries every door twice: the second answer is that of a warm cache. */
async function wrongDoors(
  askers: readonly Asker[],
  name: string,
  expected: typeof ends,
  tried = doors,
): Promise<string[]> {
  const lines: string[] = [];
  for (const round of [1, 2]) {
    for (const [at, asker] of askers.entries()) {
      for (const door of tried) {
        const seen = await asker.see(door);
        const marks = { ...expected, ...oneSided(door, expected) };
        if (seen.ends !== marks.ends || seen.begins !== marks.begins)
          lines.push(`${door.name}, ${name}, node ${at + 1}, round ${round}: ${JSON.stringify(seen)}`);
      }
    }
  }
  return lines;
}

/** A door for one of the two. */
function oneSided({ marks }: Door, expected: typeof ends) {
  if (marks?.begins.source === 'never') return { ...expected, begins: false };
  return marks?.ends.source === 'never' ? { ...expected, ends: false } : {};
}
