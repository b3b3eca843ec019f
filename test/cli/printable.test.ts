import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { terminalPatch } from '../../src/cli/output.js';
import { addBlock } from '../../src/operations/blocks.js';
import { setBrand } from '../../src/operations/brand.js';
import { setCategory } from '../../src/operations/categories.js';
import { setColor } from '../../src/operations/colors.js';
import { addEntry } from '../../src/operations/context.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import { addMedia } from '../../src/operations/media.js';
import { createPage, deletePage } from '../../src/operations/pages.js';
import { setFont } from '../../src/operations/theme.js';
import { portal } from '../support/cli.js';
import { dataWithBrand, openService } from '../support/data.js';
import { git, pushFiles, storedFile } from '../support/git.js';
import { misleading } from '../support/hostile/names.js';

/** Clears the screen, colours it, sets the title and turns the order of the line: what content may hold. */
const nasty =
  'Invoice \u009b2J\u009b31m\u009d0;x\u009c\u202egpj.exe\u202c\u2066x\u2069\u200f\u200e\u061c\u2028Fake line\u007f';

/** A brand with that text wherever a text is shown, and what only git can bring: the same with an escape character. */
async function nastyBrand(): Promise<string> {
  const { data } = await dataWithBrand('Eve \u202enimdA');
  const service = await openService({ data });
  const actor = { kind: 'key', id: 'k1', name: `Eve ${nasty}`, rights: ['read', 'write'], role: 'admin' } as const;
  const call = { slug: 'acme', actor, via: 'rest' as const, requestId: 'r1', precondition: null };
  const run = (operation: Operation, params: Record<string, string>, body: unknown) =>
    service.run(operation, call, { ...noInput, params, body });
  await run(setBrand, {}, { name: nasty });
  await run(setColor, {}, { name: nasty, role: nasty, hex: '#123' });
  await run(addMedia, {}, { type: 'image', title: nasty });
  await run(setCategory, { category: 'facts' }, { label: nasty });
  await run(addEntry, {}, { category: 'facts', title: nasty, body: nasty });
  await run(setFont, { role: nasty }, { family: nasty });
  for (const title of [nasty, 'Deleted']) await run(createPage, {}, { title });
  await run(addBlock, { page: '1' }, { type: 'heading', data: { text: nasty } });
  await run(createPage, {}, { title: nasty });
  await run(deletePage, { page: '2' }, undefined);
  await service.close();

  const gitdir = join(data, 'brands/acme.git');
  const escaped = `\u001b[2J\u0007${nasty}`;
  const blocks = [{ id: 'x', type: escaped, data: { a: escaped } }];
  const page = { ...storedFile(gitdir, 'pages/0/1.json'), title: escaped, blocks };
  pushFiles(gitdir, { 'pages/0/1.json': page, 'pages/0/3.json': `{"title":"${escaped}"` }, escaped);
  return data;
}

test('nothing that a table, a list or a document shows steers the terminal or turns a line', async () => {
  const data = await nastyBrand();
  const commands = [
    ...['brand list', 'key list', 'page list acme', 'page show acme 1', 'trash list acme', 'color list acme'],
    ...['color show acme 1', 'media show acme 1'],
    ...['media list acme', 'context list acme', 'category list acme', 'font list acme', 'history acme'],
    ...['show acme HEAD'],
    ...['diff acme HEAD~9 HEAD', 'check acme', 'history acme --json', 'page show acme 1 --json', 'brand list --json'],
  ];
  for (const command of commands) {
    const { stdout, stderr } = await portal([...command.split(' '), '--data', data]);
    const text = stdout + stderr;
    expect({ command, found: misleading.exec(text)?.[0] }).toEqual({ command, found: undefined });
    const names = expect.stringMatching(/Invoice|nimdA|Deleted|1\.json|3\.json/);
    expect({ command, text }).toEqual({ command, text: names });
    if (command.endsWith('--json')) expect(JSON.stringify(JSON.parse(stdout))).toContain('\u009b2J');
  }
  const log = git(join(data, 'brands/acme.git'), ['log', '--patch', '--skip=1', 'main']);
  expect(misleading.exec(log)).toBeNull();
  expect(log).toContain('Invoice \\u009b2J');
});

test('a patch on a terminal keeps its colours and nothing else that steers, wherever its pieces end', async () => {
  const patch = '\u001b[31m-a\u001b[2J\u009b1m\u202e\tb\u001b[m\n';
  const shown = '\u001b[31m-a?[2J?1m?\tb\u001b[m\n';
  for (let at = 0; at <= patch.length; at += 1) {
    const pieces = terminalPatch(Readable.from([patch.slice(0, at), patch.slice(at)].filter((piece) => piece !== '')));
    expect((await Readable.from(pieces).toArray()).join('')).toBe(shown);
  }
});
