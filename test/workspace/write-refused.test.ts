import { describe, expect, it } from 'vitest';
import { git } from '../support/git.js';
import { Pen } from '../support/pen.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { WorkspaceClient } from '../support/workspace.js';
import { as, errors } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

const brand = '/brands/northlight';
const at = (page: number | string): string => `${brand}/pages/${page}/write`;

describe('what is wrong', () => {
  it('is said at its field, also in a closed block, with all that was typed', async () => {
    const heading = (at: number) => ({ type: 'heading', data: { text: `H${at}` } });
    const button = {
      type: 'group',
      data: { blocks: [{ type: 'button', data: { label: 'Go', url: 'https://a.example' } }] },
    };
    const { id } = await client.page({
      title: 'Wrong',
      blocks: [...Array.from({ length: 14 }, (_, at) => heading(at)), button],
    });
    const head = portal.head('northlight');
    const pen = await Pen.open(await as('editor'), at(id));
    pen.type(/\.url$/, 'javascript:alert(1)');
    pen.type(/\.text$/, 'Typed');
    await pen.send('save', 422);
    const name = pen.names(/\.url$/)[0]?.slice(2);
    expect(pen.html).toContain(`<a href="#f-${name}">15.1. button: The “Address” field must be a valid URL.</a>`);
    expect(pen.html).toMatch(
      new RegExp(
        `<input id="f-${name}"[^>]*aria-invalid="true"[^>]*aria-describedby="f-${name}-problem f-${name}-hint"`,
      ),
    );
    expect(pen.fields).toContainEqual([`d.${name}`, 'javascript:alert(1)']);
    expect(pen.html.match(/<details class="written"[^>]*open[^>]*>\s*<summary[^>]*><strong>15/)).not.toBeNull();
    expect(pen.html.match(/<details class="written"[^>]*open[^>]*>\s*<summary[^>]*><strong>14/)).toBeNull();
    pen.type('title', '  ');
    await pen.send('save', 422);
    expect(pen.html).toContain('<a href="#title">A page needs a title.</a>');
    expect(portal.head('northlight')).toBe(head);
  });

  it('is said at the row that is wrong, also behind one that is left out', async () => {
    const { id } = await client.page({ title: 'Rows', blocks: [] });
    const pen = await Pen.open(await as('editor'), at(id));
    const key = await pen.add('color_palette');
    const [first, second] = pen.names(new RegExp(`^d\\.${key}\\.color_ids\\.`));
    pen.type(second ?? '', '9999');
    await pen.send('save', 422);
    expect([pen.html.includes(`"#f-${first?.slice(2)}"`), pen.html.includes(`"#f-${second?.slice(2)}"`)]).toEqual([
      false,
      true,
    ]);
  });

  it('in the request itself is 400, and never a failure', async () => {
    const pen = await Pen.open(await as('editor'), at(11));
    for (const action of ['', 'x', 'up:zz', 'add:zz', 'constructor:1', 'to:|', 'row+:zz']) await pen.send(action, 400);
    const { client: ada, fields } = pen;
    expect((await ada.post(at(11), { do: 'save' })).status).toBe(400);
    for (const base of [
      '0'.repeat(40),
      'zz',
      portal.head('northlight'),
      git(portal.gitdir('northlight'), ['rev-parse', 'main:brand.json']).trim(),
    ]) {
      const sent = Object.fromEntries(fields);
      expect([base, (await ada.post(at(11), { ...sent, base, do: 'save' })).status]).toEqual([base, 412]);
    }
    const other = git(portal.gitdir('northlight'), ['rev-parse', 'main:pages/0/12.json']).trim();
    expect((await ada.post(at(11), { ...Object.fromEntries(fields), base: other, do: 'save' })).status).toBe(412);
    expect(errors()).toEqual([]);
  });

  it('is more than a form may hold: 413; a form of other pages stays small', async () => {
    const ada = await as('editor');
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`d.x.${at}`, '']));
    const base = 'f'.repeat(40);
    expect((await ada.post(at(11), { ...many(20_000), base })).status).toBe(413);
    expect((await ada.post(at(11), { ...many(19_000), base })).status).toBe(412);
    expect((await ada.post(at(11), { base, text: '<'.repeat(4 * 1024 * 1024) })).status).toBe(413);
    expect((await ada.post(at(11), { base, text: '<'.repeat(4 * 1024 * 1024 - 200) })).status).toBe(412);
    expect((await ada.post(`${brand}/pages/11/restore`, many(501))).status).toBe(413);
    expect((await WorkspaceClient.nobody(portal).post(at(11), { text: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413);
  });
});

describe('a session that ends while writing', () => {
  it('keeps everything, to be sent again after signing in', async () => {
    const ada = await as('editor');
    const pen = await Pen.open(ada, at(11));
    pen.type(/^d\..*\.html$/, '<p>"Long" & thought about.</p>\r\nAnd more');
    const typed = pen.fields;
    const reply = await pen.send('save', 401, WorkspaceClient.nobody(portal));
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.text).toContain('href="/-/workspace/sign-in" target="_blank"');
    const sent = typed.map(([name, value]) => [name, value.replaceAll(/\r\n|\n/g, '\r\n')]);
    expect(pen.fields).toEqual(sent);
    const evil = { Origin: 'https://evil.example' };
    const foreign = await WorkspaceClient.nobody(portal).post(at(11), { secret: 'kept' }, evil);
    expect([foreign.status, foreign.text.includes('kept')]).toEqual([403, false]);
    await pen.send('save', 303);
    expect(JSON.stringify((await client.get('/pages/11')).body.blocks)).toContain(
      '<p>\\"Long\\" &amp; thought about.</p>\\nAnd more',
    );
  });

  it('and is another person’s then: shown first, with both names', async () => {
    const head = portal.head('northlight');
    const pen = await Pen.open(await as('editor'), at(11));
    pen.type('title', 'By Ada');
    await pen.send('save', 200, await as('editor', 'Eva Moen'));
    expect(pen.html.replaceAll(/<[^>]*>/g, '')).toContain('Ada Lind wrote this, and you are Eva Moen.');
    expect(portal.head('northlight')).toBe(head);
    const eva = await as('editor', 'Eva Olsen');
    await pen.send('preview', 200, eva);
    await pen.send('save', 303, eva);
    expect((await client.get('/pages/11')).body.title).toBe('By Ada');
  });

  it('whatever button is pressed, and as long as a wrong field or a conflict hides the preview', async () => {
    const [pen, eva] = [await Pen.open(await as('editor'), at(11)), await as('editor', 'Eva Moen')];
    const written = pen.fields;
    const isAsked = (): boolean => pen.html.includes('Someone else’s words');
    for (const action of ['check', 'stay', `up:${pen.keys()[1]}`, 'save']) {
      pen.fields = written;
      await pen.send(action, 200, eva);
      expect([action, isAsked(), pen.html.includes('class="preview"')]).toEqual([action, true, true]);
    }
    pen.fields = written;
    for (const _ of ['once', 'twice']) {
      pen.type('title', ' ');
      await pen.send('save', 422, eva);
      expect(isAsked()).toBe(true);
    }
    pen.type('title', 'By Ada');
    await client.patch('/pages/11', { title: 'Theirs' });
    await pen.send('save', 412, eva);
    expect(isAsked()).toBe(true);
    pen.fields.push(['o.0', 'mine']);
    await pen.send('save', 200, eva);
    expect([isAsked(), (await client.get('/pages/11')).body.title]).toEqual([true, 'Theirs']);
    await pen.send('save', 303, eva);
    expect((await client.get('/pages/11')).body.title).toBe('By Ada');
  });

  it('or a right that ends, or a budget: what was typed is kept likewise', async () => {
    const ada = await as('editor');
    const pen = await Pen.open(ada, at(11));
    pen.type('title', 'Kept title');
    await portal.service.people.set(ada.person?.id ?? '', { roles: { northlight: 'viewer' } });
    await pen.send('save', 404);
    expect(pen.fields).toContainEqual(['title', 'Kept title']);
    await portal.service.people.set(ada.person?.id ?? '', { roles: { northlight: 'editor' } });
    await client.delete('/pages/11');
    await pen.send('save', 404);
    expect(pen.fields).toContainEqual(['title', 'Kept title']);
  });
});
