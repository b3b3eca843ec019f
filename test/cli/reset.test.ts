import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { program } from '../support/child-server.js';
import { serving } from '../support/cli.js';
import { checkRepository, git, pushFiles } from '../support/git.js';

async function resetting() {
  const served = await serving();
  const reset = (...args: string[]) => served.json('reset', 'acme', ...args);
  const refused = (...args: string[]) => served.refused(1, 'reset', 'acme', ...args);
  return { ...served, reset, refused };
}

const heading = (text: string) => ({ type: 'heading', data: { text } });

describe('reset', () => {
  test('brings every version of a brand back, the first included, next to a running server', async () => {
    const { gitdir, head, words, send, reset } = await resetting();
    const steps: [string, string, unknown?][] = [
      ['POST', '/pages', { title: 'Chapter', type: 'container' }],
      ['POST', '/pages', { title: 'Logo', parent_id: 1, blocks: [heading('One'), heading('Two')] }],
      ['PATCH', '/brand/cl/voice', { summary: 'Calm.' }],
      ['PATCH', '/pages/2', { title: 'The logo', parent_id: null }],
      ['DELETE', '/pages/1'],
      ['PATCH', '/brand/cl/voice', { summary: 'Loud.' }],
      ['POST', '/pages', { title: 'Logo', slug: 'third' }],
      ['DELETE', '/pages/3'],
    ];
    const answers = async () => {
      const pages = (await send('GET', '/pages')) as { id: number }[];
      const whole = await Promise.all(pages.map(({ id }) => send('GET', `/pages/${id}`)));
      const { version: _, ...language } = await send('GET', '/brand/cl');
      return { pages: whole.map(({ updated_at: _, ...page }) => page), language };
    };
    const versions = [{ commit: head(), shown: await answers() }];
    for (const step of steps) {
      await send(...step);
      versions.push({ commit: head(), shown: await answers() });
    }
    let counter = (await send('GET', '/brand/cl')).version;
    for (const { commit, shown } of [...versions.toReversed(), ...versions.slice(-1)]) {
      const before = head();
      const { done } = await reset('--to', commit, '--yes');
      expect(await answers()).toEqual(shown);
      if (done) expect(git(gitdir, ['rev-parse', 'main~1']).trim()).toBe(before);
      else expect(head()).toBe(before);
      const { version } = await send('GET', '/brand/cl');
      expect(version).toBeGreaterThanOrEqual(counter);
      counter = version;
    }
    expect((await send('POST', '/pages', { title: 'Next' })).id).toBe(4);
    expect(git(gitdir, ['show', 'main~1:ids.json'])).toBe('{\n  "page_id": 3\n}\n');
    checkRepository(gitdir);
    expect((await words('check')).code).toBe(0);
  });

  test('undoes one page, or one section, and leaves the rest', async () => {
    const { gitdir, head, send, reset } = await resetting();
    await send('POST', '/pages', { title: 'Logo', blocks: [heading('One')] });
    await send('PATCH', '/brand/cl/voice', { summary: 'Calm.' });
    const version = head();
    await send('PATCH', '/pages/1', { title: 'Worse' });
    await send('POST', '/pages', { title: 'Kept' });
    await send('PATCH', '/brand/cl/voice', { summary: 'Loud.' });

    const { changes, conflicts, done } = await reset('--to', version.slice(0, 8), '--page', '1', '--yes');
    expect({ conflicts, done }).toEqual({ conflicts: [], done: true });
    const fields = [{ field: 'title', from: 'Worse', to: 'Logo' }];
    expect(changes).toMatchObject([{ kind: 'page', id: 1, change: 'changed', fields, blocks: [] }]);
    const [page, kept] = await send('GET', '/pages');
    const committed = git(gitdir, ['log', '-1', '--format=%ct', 'main']).trim();
    expect(page).toMatchObject({ id: 1, title: 'Logo', slug: 'logo' });
    expect(Date.parse(page.updated_at) / 1000).toBe(Number(committed));
    expect(kept).toMatchObject({ id: 2, title: 'Kept' });
    expect((await send('GET', '/brand/cl/voice')).voice).toEqual({ summary: 'Loud.' });

    const voice = await reset('--to', version, '--section', 'voice', '--yes');
    expect(voice.changes).toMatchObject([
      { kind: 'section', id: 'voice', change: 'changed', fields: [{ from: 'Loud.', to: 'Calm.' }] },
      { kind: 'language', change: 'changed', fields: [{ field: 'version', from: 2, to: 3 }] },
    ]);
    expect(await send('GET', '/brand/cl')).toMatchObject({ voice: { summary: 'Calm.' }, version: 3 });
    const time = git(gitdir, ['log', '-1', '--format=%cI', version]).trim();
    const named = `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC (${version.slice(0, 10)})`;
    const format = '%an <%ae>|%s|%(trailers:key=Operation,key=Key,valueonly,separator=|)';
    const log = git(gitdir, ['log', '-2', `--format=${format}`, 'main']).trim();
    expect(log.split('\n')).toEqual([
      `Operator <cli@acme.invalid>|Restore the corporate language section "voice" to ${named}|brand.reset|cli`,
      `Operator <cli@acme.invalid>|Restore page 1 "Worse" to ${named}|brand.reset|cli`,
    ]);
  });

  test('undoes one colour, one medium or one fact, and never the brand for want of a name', async () => {
    const { json, fail, head, reset, refused } = await resetting();
    const none = head();
    const say = (words: string) => json(...words.split(' '));
    await say('category set acme a --label A');
    for (const [option, group, make, change] of [
      ['--color', 'color', 'set acme --name Night --hex #001122', 'set acme ID --name Day'],
      ['--medium', 'media', 'add acme --type image --title Night', 'set acme ID --title Day'],
      ['--fact', 'context', 'add acme --category a --title Night --body 1', 'edit acme ID --title Day'],
    ] as const) {
      const now = async () => (await say(`${group} list acme`))[0];
      await say(`${group} ${make}`);
      const [version, { id }] = [head(), await now()];
      await say(`${group} ${change.replace('ID', id)}`);
      const { changes } = await reset('--to', version, '--yes', option, `${id}`);
      expect(changes).toMatchObject([{ id, change: 'changed' }]);
      const { name, title } = await now();
      expect(name ?? title).toBe('Night');
      expect(await refused('--to', none, '--yes', option, `${id}`)).toContain('did not exist in that version');
    }
    const done = head();
    for (const option of ['--page', '--section', '--color', '--medium', '--fact']) {
      for (const blank of ['', ' ']) await fail([2, '', 'reset', 'acme', '--to', none, '--yes', option, blank]);
    }
    expect(head()).toBe(done);
  });

  test('refuses what would break a rule with the reason, and by force says what it altered', async () => {
    const { gitdir, head, words, send, refused, reset } = await resetting();
    const rest = { pantone: null, ral: null, shades: [] };
    const color = { id: 7, name: 'Night', description: null, role: null, hex: '#001', rgb: null, cmyk: null, ...rest };
    pushFiles(gitdir, { 'colors/7.json': color });
    await send('POST', '/pages', { title: 'Chapter', type: 'container' });
    const palette = { type: 'color_palette', data: { title: 'Ours', color_ids: [7] } };
    const blocks = [heading('Kept'), { type: 'group', data: { blocks: [palette] } }];
    await send('POST', '/pages', { title: 'Logo', parent_id: 1, blocks });
    const version = head();
    await send('DELETE', '/pages/2');
    await send('DELETE', '/pages/1');
    pushFiles(gitdir, { 'colors/7.json': null, 'trash/0/2.json': null });
    await send('POST', '/pages', { title: 'Another', slug: 'logo' });

    const reason = await refused('--to', version, '--page', '2', '--yes');
    expect(reason).toContain('its chapter, page 1, no longer exists');
    expect(reason).toContain('its slug "logo" belongs to page 3 now');
    expect(reason).toContain('it refers to colour 7, which no longer exists');
    const planned = await reset('--to', version, '--page', '2', '--dry-run');
    expect(planned).toMatchObject({ done: false, conflicts: [{ path: 'pages/0/2.json' }, {}, {}] });

    const { conflicts } = await reset('--to', version, '--page', '2', '--yes', '--force');
    expect(conflicts.map(({ forced }: { forced: string }) => forced)).toEqual([
      'it comes to the top level',
      'its slug becomes "logo-2"',
      'it refers to it no longer',
    ]);
    const page = await send('GET', '/pages/2');
    expect(page).toMatchObject({ title: 'Logo', slug: 'logo-2', parent_id: null });
    expect(page.blocks[0].data.text).toBe('Kept');
    expect(page.blocks[1].data.blocks[0].data).toEqual({ title: 'Ours', color_ids: [] });
    const body = git(gitdir, ['log', '-1', '--format=%b', 'main']);
    expect(body).toContain('- pages/0/2.json: its slug "logo" belongs to page 3 now; its slug becomes "logo-2"');
    expect((await words('check')).code).toBe(0);
    checkRepository(gitdir);
  });

  test('that would change nothing says of what, and which commit undoes the one that was named', async () => {
    const { head, words, send, reset } = await resetting();
    await send('POST', '/pages', { title: 'Logo' });
    await send('POST', '/pages', { title: 'Other' });
    const good = head();
    await send('PATCH', '/pages/1', { title: 'Worse' });
    const bad = head();
    const said = async (...args: string[]): Promise<string> => (await words('reset', 'acme', ...args, '--yes')).stdout;
    // The page was not there before that commit: there is nothing to go back to.
    expect(await said('--to', good, '--page', '2')).toMatch(/^Page 2 is as in \w{10} already: nothing to change\.\n$/);
    await send('PATCH', '/pages/2', { title: 'Kept' });
    const short = bad.slice(0, 10);
    expect(await said('--to', bad, '--page', '1')).toBe(
      `Page 1 is as in ${short} already: nothing to change. To undo that commit, name the one before it: ${good.slice(0, 10)}.\n`,
    );
    expect(await said('--to', `${bad}~1`, '--page', '1', '--dry-run')).toContain('title: [-Worse-]{+Logo+}');
    expect(await said('--to', bad, '--section', 'voice')).toBe(
      `Section voice of the corporate language is as in ${short} already: nothing to change.\n`,
    );
    expect(await said('--to', 'HEAD')).toMatch(/^Everything is as in .* name the one before it: /);
    expect(await reset('--to', bad, '--page', '1', '--yes')).toEqual({
      ...{ to: bad, plan: expect.stringMatching(/^[0-9a-f]{64}$/), changes: [], conflicts: [], done: false },
    });
  });

  test('refuses a page that the version does not have, and a version that does not exist', async () => {
    const { head, send, refused } = await resetting();
    const first = head();
    await send('POST', '/pages', { title: 'Logo' });
    await send('DELETE', '/pages/1');
    const trashed = head();
    await send('POST', '/pages', { title: 'Other' });
    expect(await refused('--to', first, '--page', '1', '--yes')).toContain('did not exist in that version');
    expect(await refused('--to', trashed, '--page', '1', '--yes')).toContain('was in the trash in that version');
    expect(await refused('--to', 'abcdef12', '--yes')).toContain('no commit "abcdef12"');
    expect(await refused('--to', first, '--page', 'one', '--yes')).toContain('"one"');
  });

  test('leaves a file alone that did not fit the format, and the damaged one it mends', async () => {
    const { gitdir, head, send, refused, reset } = await resetting();
    await send('POST', '/pages', { title: 'Logo' });
    const good = head();
    const damaged = pushFiles(gitdir, { 'pages/0/1.json': '{"id": 1}\n', README: 'ours\n' });
    await reset('--to', good, '--yes');
    expect(await send('GET', '/pages/1')).toMatchObject({ title: 'Logo' });
    expect(git(gitdir, ['show', 'main:README'])).toBe('ours\n');
    expect(await refused('--to', damaged, '--yes')).toContain('it did not fit the format then');
    const { changes } = await reset('--to', damaged, '--yes', '--force');
    expect(changes).toEqual([]);
    expect(await send('GET', '/pages/1')).toMatchObject({ title: 'Logo' });
  });

  test('changes nothing without --yes where nobody can be asked, and asks on a terminal', async () => {
    const { data, gitdir, head, words, send } = await resetting();
    const first = head();
    await send('POST', '/pages', { title: 'Logo' });
    const made = head();
    const { code, stderr } = await words('reset', 'acme', '--to', first);
    expect({ code, head: head() }).toEqual({ code: 2, head: made });
    expect(stderr).toContain('page 1 "Logo" removed');
    expect(stderr).toContain('--yes');

    const command = `'${process.execPath}' '${program}' reset acme --to HEAD~1 --data '${data}'`;
    const onTerminal = async (answer: string): Promise<string> => {
      const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { timeout: 600_000 });
      let stdout = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        const wasAsked = stdout.includes('[y/N]');
        stdout += text;
        if (!wasAsked && stdout.includes('[y/N]')) child.stdin.write(`${answer}\n`);
      });
      await once(child, 'close');
      return stdout;
    };
    expect(await onTerminal('n')).toContain('Nothing was changed.');
    expect(head()).toBe(made);
    expect(await onTerminal('y')).toContain('Reset acme so? [y/N]');
    expect(git(gitdir, ['rev-parse', 'main~1']).trim()).toBe(made);
    expect(await send('GET', '/pages')).toEqual([]);
  });
});
