import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { commandsIn, fixtures, runTour } from '../support/tour.js';

const tour = join(fixtures, 'TOUR.md');

it('the tour shows what its commands print', async () => {
  const text = await readFile(tour, 'utf8');
  expect(commandsIn(text).length).toBeGreaterThan(50);
  await expect(await runTour(text, { ports: ['3000', '4000', '2525'], inThisProcess: true })).toMatchFileSnapshot(tour);
});

it('the tour shows every command but the demo, and those that need a proposal or an object store', async () => {
  const text = await readFile(tour, 'utf8');
  const shown = commandsIn(text).join('\n');
  const all = namesIn(createProgram());
  expect(all).toEqual(expect.arrayContaining(['serve', 'brand create', 'key rotate', 'diff']));
  const missing = all.filter((name) => !new RegExp(`brand-portal ${name}(?: |$)`, 'm').test(shown));
  const unshown = missing.filter((name) => !name.startsWith('proposal '));
  expect(unshown).toEqual(['shared init', 'shared status', 'shared upgrade', 'shared export', 'shared push', 'demo']);
});

/** Of a command that holds others the names of those. */
function namesIn({ commands }: Command): string[] {
  return commands.flatMap((command) => {
    const inner = namesIn(command).map((name) => `${command.name()} ${name}`);
    return inner.length > 0 ? inner : [command.name()];
  });
}
