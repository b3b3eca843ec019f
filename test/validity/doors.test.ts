import { describe, expect, it, test } from 'vitest';
import { routes } from '../../src/http/api/routes.js';
import { tools } from '../../src/mcp/tools.js';
import { brandRoutes, readRoutes } from '../../src/site/routes.js';
import { portalOver } from '../support/shared/nodes.js';
import { portalDoors, restDoors, toolDoors } from './doors.js';
import { expectDoors, expectDoorsOfArchived } from './expect-doors.js';
import { SetClock } from './scene.js';

describe('a route that is new needs a decision here', () => {
  const names = (table: object): string[] => Object.keys(table).sort();

  it.each([
    ['REST', routes.map(({ method, path }) => `${method} ${path}`), names(restDoors)],
    ['the portal', readRoutes.map(({ path }) => path), names(portalDoors)],
    ['MCP', tools.map(({ name }) => name), names(toolDoors)],
  ])('%s', (_, found, decided) => expect(decided).toEqual(found.sort()));

  it('the workspace is for people who may see every medium, but for what translators see, which has none', () => {
    const ofTranslators = brandRoutes.filter(({ who }) => who === 'viewer');
    expect(ofTranslators.map(({ path }) => path)).toEqual([
      ...['/translations', '/translations/import'],
      // Their words, and no file.
      ...['/translations/:lang/portal', '/translations/:lang/portal', '/translations/:lang/:of'],
      ...['/translations/:lang/:of/:id', '/translations/:lang/:of/:id'],
    ]);
    const others = brandRoutes.filter((route) => !ofTranslators.includes(route));
    expect(new Set(others.map(({ who }) => who))).toEqual(new Set(['editor', 'admin']));
  });
});

test('every door shows and sends a medium from its first day to the end of its last', {
  timeout: 240_000,
}, async () => {
  const clock = new SetClock();
  await expectDoors([await portalOver(undefined, { clock, real: true, pictures: true })], clock);
});

test('no door of an archived brand shows a medium; when it is back, every door knows that the last day has passed', {
  timeout: 240_000,
}, async () => {
  const clock = new SetClock();
  await expectDoorsOfArchived(await portalOver(undefined, { clock, real: true, pictures: true }), clock);
});
