import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredMedium } from '../../src/content/media.js';
import { listAllMedia } from '../../src/operations/media.js';
import { uploadMedia } from '../../src/operations/media-files.js';
import type { PersonRecord } from '../../src/registry/records.js';
import { sha256Of } from '../support/files.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { backendOrigin, type WorkspaceClient, workspaceAddress } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';
import { as, confirm, field, follow } from '../support/workspace-people.js';

portalForEach({ real: true, pictures: true });

const media = '/brands/acme/media';
const svg = (width: number, height = 40, inside = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="9" height="9"/>${inside}</svg>`;

type Sent = readonly [name: string, content: string | Buffer][];

/** Sends a form with files as a browser without script does. */
function send(person: WorkspaceClient, path: string, files: Sent, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ once: randomUUID(), ...fields })) form.append(name, value);
  for (const [name, content] of files) form.append('file', new File([content as BlobPart], name));
  return person.send('POST', path, { body: form, headers: { Origin: backendOrigin(portal) } });
}

const all = (): Promise<readonly StoredMedium[]> => operate(listAllMedia);

describe('uploading', () => {
  it('several files in one form become media, not released, named after their files', async () => {
    const editor = await as('editor');
    const files: Sent = [
      ['Größe “neu”.svg', svg(300)],
      ['b.svg', svg(200)],
    ];
    const buttons = (html: string) => [
      html.match(/<summary class="btn(?: go)?"/g)?.length,
      html.includes('No medium yet'),
    ];
    expect(buttons((await editor.get(media)).text)).toEqual([1, true]);
    const reply = await send(editor, media, files);
    expect([reply.status, reply.location]).toEqual([303, expect.stringContaining('added=2')]);
    const list = (await follow(editor, reply)).text;
    expect(list).toContain('2 files stored.');
    expect(buttons(list)).toEqual([1, false]);
    const stored = await all();
    expect(stored.map(({ title, released, width, file }) => [title, released, width, file?.name])).toEqual([
      ['Größe “neu”', false, 300, 'groesse-neu.svg'],
      ['b', false, 200, 'b.svg'],
    ]);
    const page = await (await as('editor', 'Edi')).get(media);
    expect(page.text).toContain(`/picture/${sha256Of(svg(200))}.svg?width=320`);
    expect(page.text).toContain('Not released</span>');
  });

  it('one file leads to its medium, with the title and the caption of the form, and is looked at once', async () => {
    const editor = await as('editor');
    const reply = await send(editor, media, [['a.svg', svg(10)]], { title: 'Mark', caption: 'The small one' });
    const { text } = await follow(editor, reply);
    expect(text).toContain('<bdi>Mark</bdi></h1>');
    expect(text).toContain('The small one');
    expect(text).toContain('Contains nothing but the drawing');
    // Nothing could be looked at any more.
    portal.service.pictures?.close();
    expect((await editor.get(`${media}/1`)).text).toContain('Contains nothing but the drawing');
  });

  it('a refused file is named, keeps what was typed, and does not keep the others from being stored', async () => {
    const editor = await as('editor');
    const files: Sent = [
      ['evil<b>.html', '<!doctype html><script>alert(1)</script>'],
      ['good.svg', svg(30)],
      ['empty.png', ''],
    ];
    const reply = await send(editor, media, files, { caption: 'Kept "so"' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Not every file was stored.');
    expect(reply.text).toMatch(/evil&lt;b>\.html<\/bdi>: This file is not accepted: it looks like/);
    expect(reply.text).toContain('empty.png</bdi>: The file is empty.');
    expect(reply.text).toContain('value="Kept &quot;so&quot;"');
    expect((await all()).map(({ title }) => title)).toEqual(['good']);
  });

  it('the same form with another title or file makes another medium', async () => {
    const editor = await as('editor');
    const once = field((await editor.get(media)).text, 'once');
    for (const [file, title] of [
      ['a', ''],
      ['a', 'Another'],
      ['b', ''],
    ] as const) {
      await send(editor, media, [[`${file}.svg`, svg(file === 'a' ? 10 : 11)]], { once, title });
    }
    expect((await all()).map(({ title }) => title)).toEqual(['a', 'Another', 'b']);
  });

  it('a form that is sent again after its medium was removed leads to what is there', async () => {
    const editor = await as('editor');
    const once = field((await editor.get(media)).text, 'once');
    const file: Sent = [['a.svg', svg(10)]];
    expect((await send(editor, media, file, { once })).location).toContain('/media/1?');
    const page = (await editor.get(`${media}/1`)).text;
    const replace = { once: field(page, 'once'), version: field(page, 'version') };
    expect((await send(editor, `${media}/1/file`, [['b.svg', svg(12)]], replace)).status).toBe(303);
    expect((await fill(editor, `${media}/1`, 'remove')).status).toBe(303);
    const again = await send(editor, media, file, { once });
    expect([again.location, (await follow(editor, again)).status]).toEqual([workspaceAddress(media), 200]);
    const byScript = await send(editor, media, file, { once, by: 'script' });
    expect(JSON.parse(byScript.text)).toEqual({ to: workspaceAddress(media), refused: [] });
    const replaced = await send(editor, `${media}/1/file`, [['b.svg', svg(12)]], replace);
    expect(replaced.status).toBe(404);
    expect(await all()).toEqual([]);
  });

  it('nothing chosen, another type of form, a broken one: nothing is stored', async () => {
    const editor = await as('editor');
    expect((await send(editor, media, [['', '']])).text).toContain('Choose a file first.');
    expect((await editor.post(media, { title: 'x' })).status).toBe(415);
    const broken = { Origin: backendOrigin(portal), 'Content-Type': 'multipart/form-data; boundary=x' };
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n<svg';
    expect((await editor.send('POST', media, { body: part, headers: broken })).status).toBe(400);
    expect(await all()).toEqual([]);
  });

  const others = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`other${at}`, '']));
  const nameless = (count: number): Sent => Array.from({ length: count }, () => ['', '']);

  it('a form of more fields, bytes or files than may be: 413, and no file behind it is stored; of as many, it is taken', async () => {
    const editor = await as('editor');
    const one: Sent = [['a.svg', svg(10)]];
    for (const [fields, files, problem] of [
      [others(20), one, 'takes 20 fields of 64 KiB each'],
      [{ other: 'x'.repeat(65_537) }, one, 'takes 20 fields of'],
      [{}, nameless(101), 'takes 100 files'],
      [others(19), nameless(101), 'takes 100 files'],
    ] as const) {
      const { status, text } = await send(editor, media, files, fields);
      expect([status, text]).toEqual([413, expect.stringContaining(problem)]);
    }
    expect(await all()).toEqual([]);
    expect((await send(editor, media, one, { ...others(18), other: 'x'.repeat(65_536) })).status).toBe(303);
  });

  const ends: readonly (readonly [what: string, end: (editor: WorkspaceClient) => Promise<unknown>])[] = [
    ['the role', ({ person }) => portal.service.people.set(person?.id ?? '', { roles: { acme: 'viewer' } })],
    ['the person', ({ person }) => portal.service.people.disable(person?.id ?? '')],
    ['the session', ({ person }) => portal.service.sessions.signOut(person as PersonRecord)],
    [
      'the brand',
      async ({ person }) => {
        portal.clock.advance({ seconds: 1 });
        await portal.service.provisioning.remove('acme');
        await portal.service.provisioning.createEmpty('acme', 'Of others', []);
        await portal.service.people.set(person?.id ?? '', { roles: { acme: 'editor' } });
        await operate(uploadMedia, {}, { ...named, name: 'secret.svg' });
      },
    ],
  ];
  const [blank, sha256] = [{ title: null, caption: null, media_category_id: null, problem: null }, '0'.repeat(64)];
  const named = { ...blank, width: 1, height: 1, type: 'image', extension: 'svg', sha256, bytes: 1, status: 'ready' };

  // Over a shared store, the head that is looked at is of the log of the brand before.
  const tried = process.env.TEST_SHARED === undefined ? ends : ends.filter(([what]) => what !== 'the brand');

  it.each(tried)('that goes on when %s ends: no later file is stored, and no page is shown', async (what, end) => {
    for (const later of what === 'the role' ? [svg(20), 'no picture', null] : [svg(20)]) {
      const editor = await as('editor');
      const before = portal.head('acme');
      let push = (_: string | null): void => {};
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          push = (text) => (text === null ? controller.close() : controller.enqueue(Buffer.from(text)));
        },
      });
      const part = (name: string, content: string): string =>
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n`;
      const headers = { Origin: backendOrigin(portal), 'Content-Type': 'multipart/form-data; boundary=x' };
      const reply = editor.send('POST', media, { body, headers, duplex: 'half' } as RequestInit);
      push(`--x\r\nContent-Disposition: form-data; name="once"\r\n\r\n${what} ${later}\r\n`);
      push(part('first.svg', svg(10)));
      if (later === null) push(part('wrong.svg', 'no picture'));
      push('--x\r\n');
      await expect.poll(() => portal.head('acme')).not.toBe(before);
      await end(editor);
      push(later === null ? '--x--\r\n' : `${part('later.svg', later).slice(5)}--x--\r\n`);
      push(null);
      const { status, text } = await reply;
      expect(what === 'the brand' ? [403, 404] : [403]).toContain(status);
      expect(text).not.toContain('secret');
      const titles = (await all()).map(({ title }) => title);
      expect(titles).toEqual(what === 'the brand' ? [null] : titles.map(() => 'first'));
    }
  });

  it('a file over the limit: 413, after it was sent; the next one is stored', async () => {
    Object.assign(portal.service.limits, { fileBytes: 100_000 });
    const editor = await as('editor');
    const reply = await send(editor, media, [
      ['large.svg', Buffer.alloc(180_000, 'a')],
      ['small.svg', svg(20)],
    ]);
    expect([reply.status, (await all()).length]).toEqual([413, 1]);
    expect(reply.text).toContain('large.svg</bdi>: The file is larger than 97.7 KiB.');
  });
});

describe('a medium', () => {
  async function logo(editor: WorkspaceClient, content = svg(300)): Promise<StoredMedium> {
    await send(editor, media, [['logo.svg', content]], { title: 'Logo' });
    return (await all()).at(-1) as StoredMedium;
  }

  it('is released, replaced everywhere, withdrawn, brought back and removed, by the person', async () => {
    const editor = await as('editor');
    const { id } = await logo(editor);
    const at = `${media}/${id}`;
    await fill(editor, at, 'release');
    const { id: page } = await client.page({
      title: 'P',
      blocks: [{ type: 'image', data: { media_id: id, alt: '' } }],
    });
    const first = sha256Of(svg(300));
    const shown = await editor.open(`/brands/acme/-/page/${page}`);
    expect(shown.text).toContain(`src="/brands/acme/-/files/${id}/logo.svg"`);
    expect(shown.text).toContain('No description');

    const [stale, released] = [field((await editor.get(at)).text, 'version'), portal.head('acme')];
    const replaced = await send(editor, `${at}/file`, [['new.svg', svg(300, 150)]], { version: stale });
    expect(replaced.status).toBe(303);
    const compared = (await follow(editor, replaced)).text;
    expect(compared).toContain('The proportions are others');
    expect(compared).toMatch(/logo\.svg · 300 × 40 · .*bytes[\s\S]*new\.svg · 300 × 150 · .*bytes/);
    expect((await editor.open(`/brands/acme/-/page/${page}`)).text).toContain('width="300" height="150"');
    const again = await send(editor, `${at}/file`, [['x.svg', svg(9)]], { version: stale });
    expect([again.status, again.text.includes('logo.svg</bdi>')]).toEqual([412, false]);

    const used = (await editor.get(at)).text;
    expect(used).toContain(`href="/brands/acme/-/page/${page}"`);
    await fill(editor, at, 'withdraw');
    expect((await editor.open(`/brands/acme/-/page/${page}`)).text).toContain('Not released');

    const { done: restored } = await confirm(editor, `${at}/restore?to=${released}`);
    expect(restored.status).toBe(303);
    expect(await all()).toMatchObject([{ released: false, height: 40, file: { name: 'logo.svg', sha256: first } }]);

    expect((await fill(editor, at, 'remove')).status).toBe(422);
    const last = portal.head('acme');
    const removed = await fill(editor, at, 'remove', { force: 'yes' });
    expect([removed.status, await all()]).toEqual([303, []]);
    await confirm(editor, `${at}/restore?to=${last}`);
    expect(await all()).toMatchObject([{ id, file: { sha256: first } }]);
  });

  it('is seen and downloaded, every version, as a file to save that no page can run', async () => {
    const editor = await as('editor');
    const hostile = svg(50, 40, '<script>fetch("/x")</script>');
    const { id } = await logo(editor, hostile);
    const page = await editor.get(`${media}/${id}`);
    expect(page.text).toMatch(/It contains what could do more than show a picture \(line 1: .*script/);
    const { headers, text, status } = await editor.get(`${media}/${id}/file`);
    expect([status, text]).toEqual([200, hostile]);
    expect(headers.get('content-disposition')).toBe('attachment; filename="logo.svg"');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const at = `/brands/acme/picture/${sha256Of(hostile)}.svg`;
    for (const query of ['', '?width=321']) expect((await editor.get(`${at}${query}`)).status).toBe(404);
    const picture = await editor.get(`${at}?width=320`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(picture.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const commit = portal.head('acme');
    await send(editor, `${media}/${id}/file`, [['n.svg', svg(9)]], {
      version: field((await editor.get(`${media}/${id}`)).text, 'version'),
    });
    expect((await editor.get(`${media}/${id}/file?at=${commit}`)).text).toBe(hostile);
  });

  it('has a caption of several lines, which another field leaves alone', async () => {
    const editor = await as('editor');
    const { id } = await logo(editor);
    await fill(editor, `${media}/${id}`, 'set', { caption: 'Left: old\r\nRight: new' });
    await fill(editor, `${media}/${id}`, 'set', { title: 'Both' });
    expect(await all()).toMatchObject([{ title: 'Both', caption: 'Left: old\nRight: new' }]);
    expect((await editor.get(`${media}/${id}`)).text).toContain('>\nLeft: old\nRight: new</textarea>');
    await fill(editor, `${media}/${id}`, 'set', { title: '', caption: '' });
    expect(await all()).toMatchObject([{ title: null, caption: null }]);
  });
});
