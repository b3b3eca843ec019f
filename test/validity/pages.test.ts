import { expect, it, onTestFinished } from 'vitest';
import { runOperation } from '../../src/cli/command.js';
import { releaseMedia } from '../../src/operations/media.js';
import { TestPortal } from '../support/portal.js';
import { words } from '../support/workspace.js';
import { boundary, day, type Scene, SetClock, scene } from './scene.js';

let clock: SetClock;
let portal: TestPortal;
let brand: Scene;

async function begin(): Promise<void> {
  clock = new SetClock();
  portal = await TestPortal.start({ real: true, clock, config: { portal_shared_seconds: 60 } });
  onTestFinished(() => portal.close());
  brand = await scene(portal, clock);
}

async function look(path: string, Cookie?: string) {
  const headers = { Accept: 'text/html', ...(Cookie === undefined ? {} : { Cookie }) };
  const answer = await fetch(`${portal.url.replace('127.0.0.1', 'localhost')}/brands/acme${path}`, { headers });
  return { status: answer.status, caching: answer.headers.get('cache-control'), text: await answer.text() };
}

const frame = (text: string): string => /<div class="stage hole">.*?<\/div>/s.exec(text)?.[0] ?? '';

it('a picture whose use has ended is a quiet frame with its description, and editors are told why', async () => {
  await begin();
  const { page, pictures, cookies, slug, writer } = brand;
  clock.goTo(boundary - 1000);
  expect((await look('/skies')).text).toContain('gloaming.svg');
  clock.goTo(boundary);
  const { text } = await look('/skies');
  expect(text).not.toMatch(/gloaming|Gloaming/);
  expect(words(frame(text))).toBe('A sky');
  const editor = (await look('/skies', cookies.editor)).text;
  expect(editor).toContain('gloaming.svg');
  expect(words(editor)).toContain('Use ended with 29 March 2026');
  clock.goTo(boundary - 1000);
  expect(words((await look('/skies', cookies.editor)).text)).toContain('Use begins on 30 March 2026');
  // Without a text of the page's own, that of the medium is shown.
  const blocks = [{ type: 'image', data: { media_id: pictures.ends } }];
  await writer.put(`/pages/${page}/content`, { blocks });
  clock.goTo(boundary);
  expect(words(frame((await look('/skies')).text))).toBe('');
  await day(portal, slug, pictures.ends, { description: 'A sky after sunset' });
  expect(words(frame((await look('/skies')).text))).toBe('A sky after sunset');
});

it('shared caches keep a page no longer than what it shows, and pages of a brand without days as before', async () => {
  await begin();
  const { slug, pictures, fonts } = brand;
  const kept = async (before: number) => {
    clock.goTo(boundary - before);
    return (await look('/skies')).caching?.replace(/.*s-maxage=/, '');
  };
  expect(
    await Promise.all([await kept(3_600_000), await kept(60_000), await kept(59_500), await kept(1000), await kept(1)]),
  ).toEqual(['60', '60', '59', '1', '0']);
  expect(await kept(-1)).toBe('60');
  for (const id of [...Object.values(pictures), ...Object.values(fonts)])
    await day(portal, slug, id, { valid_from: null, valid_until: null });
  expect(await kept(1)).toBe('60');
});

it('the overview names media 30 days ahead and those whose use has ended, and none that is withdrawn', async () => {
  await begin();
  const { slug, pictures, fonts, cookies } = brand;
  await day(portal, slug, fonts.ends, { valid_until: null });
  const toDo = async (at: number | string) => {
    clock.goTo(at);
    const { text } = await look('/-/workspace', cookies.editor);
    return /<section aria-labelledby="waiting">.*?<\/section>/s.exec(text)?.[0] ?? '';
  };
  expect(await toDo('2026-02-26T22:59:59Z')).not.toContain('Gloaming');
  expect(words(await toDo('2026-02-26T23:00:00Z'))).toContain('Gloaming');
  const last = words(await toDo(boundary - 1000));
  expect(last).toContain('Medium, may be used until and including 29 Mar 2026');
  const over = words(await toDo(boundary));
  expect(over).toContain('Medium, its use ended with 29 Mar 2026');
  expect(over).not.toContain('not released');
  await runOperation(portal.service, slug, releaseMedia, {
    params: { id: String(pictures.ends) },
    body: { released: false },
  });
  expect(words(await toDo(boundary))).not.toContain('its use ended');
});
