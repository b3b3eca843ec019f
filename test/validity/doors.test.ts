import { describe, expect, it, test } from 'vitest';
import { routes } from '../../src/http/api/routes.js';
import { tools } from '../../src/mcp/tools.js';
import { brandRoutes, readRoutes } from '../../src/site/routes.js';
import { temporaryDirectory } from '../support/git.js';
import type { TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';
import { Asker, type Door, doorsIn, otherDoors, portalDoors, restDoors, toolDoors } from './doors.js';
import { boundary, SetClock, scene } from './scene.js';

describe('a route that is new needs a decision here', () => {
  const names = (table: object): string[] => Object.keys(table).sort();

  it.each([
    ['REST', routes.map(({ method, path }) => `${method} ${path}`), names(restDoors)],
    ['the portal', readRoutes.map(({ path }) => path), names(portalDoors)],
    ['MCP', tools.map(({ name }) => name), names(toolDoors)],
  ])('%s', (_, found, decided) => expect(decided).toEqual(found.sort()));

  it('the workspace is for people who may see every medium', () => {
    expect(new Set(brandRoutes.map(({ who }) => who))).toEqual(new Set(['editor', 'admin']));
  });
});

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

async function expectDoors(nodes: readonly TestPortal[], clock: SetClock): Promise<void> {
  const [first] = nodes as [TestPortal];
  const brand = await scene(first, clock);
  const askers = nodes.map((node) => new Asker(node, brand, () => clock.read().getTime(), boundary));
  const lines = new Set<string>();
  for (const [name, instant, expected] of instants) {
    clock.goTo(instant);
    // Twice: the second answer is that of a warm cache.
    for (const round of [1, 2]) {
      for (const [at, asker] of askers.entries()) {
        for (const door of doors) {
          const seen = await asker.see(door);
          const marks = { ends: expected.ends, begins: expected.begins, ...oneSided(door, expected) };
          if (seen.ends !== marks.ends || seen.begins !== marks.begins)
            lines.add(`${door.name}, ${name}, node ${at + 1}, round ${round}: ${JSON.stringify(seen)}`);
        }
      }
    }
  }
  expect([...lines]).toEqual([]);
}

/** A door for one of the two. */
function oneSided({ marks }: Door, expected: typeof ends) {
  if (marks?.begins.source === 'never') return { ...expected, begins: false };
  return marks?.ends.source === 'never' ? { ...expected, ends: false } : {};
}

const minutes = { timeout: 240_000 };

describe('every door shows and sends a medium from its first day to the end of its last', () => {
  test('of one server', minutes, async () => {
    const clock = new SetClock();
    await expectDoors([await portalOver(undefined, { clock, real: true })], clock);
  });

  test('of two servers on one data directory', minutes, async () => {
    const [clock, data] = [new SetClock(), temporaryDirectory()];
    const start = () => portalOver(undefined, { clock, real: true, data });
    await expectDoors([await start(), await start()], clock);
  });

  test('of two nodes over an object store', minutes, async () => {
    const [clock, store] = [new SetClock(), new MemoryStore()];
    const start = () => portalOver(store, { clock, real: true });
    await expectDoors([await start(), await start()], clock);
  });
});
