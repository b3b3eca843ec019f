import * as fs from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Seen } from '../../src/registry/seen.js';
import { LocalStorage } from '../../src/service/brand-storage.js';
import { temporaryDirectory } from '../support/git.js';

/** Hints of a process that serves the directory. */
const served = (data: string): Seen => new Seen(new LocalStorage(fs, data).seen);
const all = (): boolean => true;

test('processes that serve the same data keep what each has noted, whoever writes last', async () => {
  const data = temporaryDirectory();
  const [one, two, reader] = [served(data), served(data), served(data)];
  expect((await reader.of('ada', 'acme')).isEmpty).toBe(true);
  one.note('ada', 'acme', ['review 1 2026-03-01T12:00:00Z']);
  two.note('ada', 'acme', ['draft 2']);
  two.note('leyla', 'acme', ['draft 3']);
  await one.save(all);
  await two.save(all);
  const seen = await reader.of('ada', 'acme');
  const events = ['review 1 2026-03-01T12:00:00Z', 'draft 2', 'draft 3', 'review 1'];
  expect(events.map(seen.has)).toEqual([true, true, false, false]);
  expect((await reader.of('ada', 'other')).isEmpty).toBe(true);
  expect(await reader.keptOf('leyla')).toHaveLength(1);
});

test('the file holds no time and no name of an event, ends with its person, and a damaged one counts as missing', async () => {
  const data = temporaryDirectory();
  const path = join(data, 'seen.json');
  const seen = served(data);
  seen.note('ada', 'acme', ['review 1 2026-03-01T12:00:00Z']);
  for (let n = 0; n < 300; n += 1) seen.note('leyla', 'acme', [`draft ${n}`]);
  await seen.save(all);
  expect(readFileSync(path, 'utf8')).not.toMatch(/2026|review|draft/);
  const [ofLeyla] = await served(data).keptOf('leyla');
  expect(ofLeyla?.events).toHaveLength(200);
  expect((await seen.of('leyla', 'acme')).has('draft 299')).toBe(true);
  await seen.save(({ person }) => person !== 'leyla');
  expect(readFileSync(path, 'utf8')).not.toContain('leyla');
  writeFileSync(path, '[{"person": 3}, ');
  expect((await served(data).of('ada', 'acme')).isEmpty).toBe(true);
});
