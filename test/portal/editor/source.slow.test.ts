import { expect, it } from 'vitest';
import { paths } from '../../../src/content/catalog/paths.js';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { paste } from '../../support/editor.js';
import { effort } from '../../support/effort.js';
import { pushFiles, storedFile } from '../../support/git.js';
import { hostileHtml } from '../../support/hostile/html.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { backendOrigin } from '../../support/workspace.js';
import { htmlOf, openPage, stored, text, type Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

/** Complaints of the page; the brand has no language to check against. */
const complaintsOf = ({ complaints }: Writer) => complaints.filter((text) => !text.includes('404'));

function push(id: number, blocks: readonly object[]): void {
  const [gitdir, path] = [portal.gitdir('acme'), paths.page(id)];
  pushFiles(gitdir, { [path]: { ...storedFile(gitdir, path), blocks } });
}

inChromium('a text that no editor can write back', () => {
  const unfit = '<b><p>Unfit</p></b>';

  it('is source with the reason, stays byte for byte until it is written, and is a text again when it can be', async () => {
    const { writer, page, id } = await writePage([text(unfit), text('<p>Other</p>')]);
    const source = page.getByRole('textbox', { name: 'Text: source' });
    await page.getByRole('textbox', { name: 'Text', exact: true }).first().focus();
    await source.waitFor();
    expect(await source.inputValue()).toBe(unfit);
    await page.getByText('Shown as source: it has a block inside an inline element.').waitFor();
    expect(await findingsInLooks(page)).toEqual([]);
    await writer.typeAfter('Other', ' words');
    await source.waitFor({ state: 'detached' });
    await writer.save();
    expect(await htmlOf(id)).toEqual([unfit, '<p>Other words</p>']);

    await page.getByText('Unfit').click();
    await source.fill('<b><p>Still</p></b>');
    await writer.publish();
    await expect.poll(async () => (await htmlOf(id))[0]).toBe('<b><p>Still</p></b>');
    await page.getByText('Still').click();
    await source.fill('<p>Fit <script>x</script></p>');
    await writer.publish();
    await expect.poll(async () => (await htmlOf(id))[0]).toBe('<p>Fit </p>');
    await page.getByText('Fit').click();
    await page.locator('main .ProseMirror', { hasText: 'Fit' }).waitFor();
    expect(complaintsOf(writer)).toEqual([]);
  });

  it('is not saved where words would go with their tags, nor unread; nothing that was typed is lost', async () => {
    const { writer, page, id } = await writePage([text(unfit)]);
    const source = page.getByRole('textbox', { name: 'Text: source' });
    await page.getByText('Unfit').click();
    const typed = '<p>Kept</p><svg><text>A drawn word</text></svg>';
    await source.fill(typed);
    await writer.publish();
    await page.locator('.refused', { hasText: 'words would be lost' }).waitFor();
    expect([await source.inputValue(), await htmlOf(id)]).toEqual([typed, [unfit]]);
    await writer.kept();
    await page.reload();
    await page.getByRole('button', { name: 'Go on' }).click();
    expect(await source.inputValue()).toBe(typed);
    await page.route('**/clean', (route) => route.abort());
    await source.fill('<p>Kept</p>');
    await writer.publish();
    await page.locator('.refused', { hasText: 'the server did not answer' }).waitFor();
    await page.unroute('**/clean');
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p>Kept</p>']);
  });
});

inChromium('what a push has brought', () => {
  it('is written where a block has no id, or that of another; no other block changes', async () => {
    const { writer, page, id } = await openPage([]);
    const pushed = [
      { id: null, ...text('<p>First</p>') },
      { id: 'twice', ...text('<p>Second</p>') },
      { id: 'twice', ...text('<p>Third</p>') },
      { id: 'quiz', type: 'quiz', data: { answers: [1, null] } },
    ];
    push(id, pushed);
    await client.get(`/pages/${id}`);
    await page.reload();
    await writer.edit();
    await writer.typeAfter('Third', ' written');
    await writer.save();
    await writer.typeAfter('First', ' written');
    await writer.publish();
    await expect
      .poll(() => htmlOf(id))
      .toEqual(['<p>First written</p>', '<p>Second</p>', '<p>Third written</p>', undefined]);
    const { blocks } = await stored(id);
    expect([blocks[1].id, blocks[3]]).toEqual(['twice', pushed[3]]);
    expect(complaintsOf(writer)).toEqual([]);
  });

  it('cannot run in the editor, nor what is pasted', async () => {
    const every = effort === 'full' ? 4 : 40;
    const hostile = Object.values(hostileHtml).flatMap((all) => all.filter((_, at) => at % every === 0));
    const { writer, page, id } = await openPage([]);
    push(id, [
      { id: null, ...text('') },
      ...hostile.slice(0, 150).map((html, at) => ({ id: `b${at}`, ...text(html) })),
    ]);
    await client.get(`/pages/${id}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await writer.edit();
    await page.getByRole('textbox', { name: 'Text', exact: true }).first().focus();
    await page.locator('.ProseMirror-focused').waitFor();
    for (const html of hostile.filter((_, at) => at % 3 === 0)) {
      const cleaned = page.waitForResponse((response) => response.url().endsWith('/clean'));
      await paste(page, html, '');
      await cleaned;
    }
    const harmful = 'main :is(script, iframe, object, embed, [onclick], [onerror], [style*=url])';
    expect(await page.locator(harmful).count()).toBe(0);
    expect(asked.filter((url) => !url.startsWith(backendOrigin(portal)))).toEqual([]);
    // A paste that is no text is refused.
    expect(complaintsOf(writer).filter((text) => !text.includes('422'))).toEqual([]);
  });
});
