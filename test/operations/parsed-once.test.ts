import * as nodeFs from 'node:fs';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { BlockParser } from '../../src/content/blocks/parse.js';
import { htmlIn } from '../../src/content/blocks/texts.js';
import type { Sanitizer } from '../../src/content/html/sanitizer.js';
import { createPage } from '../../src/operations/pages.js';
import { Service } from '../../src/service/service.js';
import { Violations } from '../../src/validation/violations.js';
import { editor } from '../support/brand.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';
import { sanitizer } from '../support/portal.js';

const writes = 100;
const conflicts = 3;

test(`${writes} writes that meet ${conflicts} conflicts are read ${writes} times`, async () => {
  const data = temporaryDirectory();
  const gitdir = `${data}/brands/acme.git`;
  const read: string[] = [];
  const counting: Sanitizer = {
    ...sanitizer,
    html(text) {
      read.push(text);
      return sanitizer.html(text);
    },
  };
  let isArmed = false;
  let tries = 0;
  let moved = 0;
  const clock = (): Date => {
    if (!isArmed) return new Date();
    tries += 1;
    // Another process moves the branch away from the base that is being worked on.
    if ([1, writes / 2, writes * 1.5].includes(tries)) {
      moved += 1;
      const tip = git(gitdir, ['rev-parse', 'main']).trim();
      const next = git(gitdir, ['commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'Elsewhere']).trim();
      git(gitdir, ['update-ref', 'refs/heads/main', next, tip]);
    }
    return new Date();
  };
  const log = pino({ level: 'silent' });
  const service = await Service.open({ fs: nodeFs, data, log, sanitizer: counting, clock });
  await service.provisioning.createEmpty('acme', 'Acme', []);
  isArmed = true;
  const call = { slug: 'acme', actor: editor, via: 'rest', requestId: 'r1', precondition: null } as const;
  const create = (_: unknown, at: number) => {
    const blocks = [{ type: 'rich_text', data: { html: `<p>Text <b>${at}</b></p>` } }];
    return service.run(createPage, call, { params: {}, query: {}, body: { title: `Page ${at}`, blocks } });
  };
  const made = await Promise.all(Array.from({ length: writes }, create));
  await service.close();
  expect(new Set(made.map(({ value }) => value.id)).size).toBe(writes);
  expect(moved).toBe(conflicts);
  expect(tries).toBeGreaterThan(writes * 1.5);
  expect(read).toHaveLength(writes);
  checkRepository(gitdir);
});

test('all HTML that is read of a request was named before, to be sanitised ahead', () => {
  const html = '<p>deep</p>';
  let blocks: unknown[] = [{ type: 'rich_text', data: { html } }, { type: 'group', data: { blocks: 'none' } }, null];
  for (let level = 0; level < 8; level += 1) blocks = [{ type: ' group ', data: { title: '<b>x', blocks } }];
  const read: string[] = [];
  const recording: Sanitizer = {
    ...sanitizer,
    html(text) {
      read.push(text);
      return text;
    },
  };
  new BlockParser(recording, new Violations()).list(blocks, 'blocks');
  expect(read).toEqual([html]);
  expect(htmlIn(blocks)).toEqual(read);
});
