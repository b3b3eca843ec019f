import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { listAllMedia } from '../../../src/operations/media.js';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { dropFiles } from '../../support/drop-files.js';
import { svg } from '../../support/files.js';
import { temporaryDirectory } from '../../support/git.js';
import { operate, portalForEach } from '../../support/portal-fixture.js';
import { openAs } from '../../support/workspace-people.js';

const media = '/brands/acme/media';
const tagsByTitle = async () =>
  Object.fromEntries((await operate(listAllMedia)).map(({ title, tags }) => [title, tags]));

function folder(files: Readonly<Record<string, string>>): string {
  const root = join(temporaryDirectory(), 'Press kit');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

async function zipOf(files: Readonly<Record<string, string>>) {
  const zip = new ZipFile();
  const mtime = new Date('2026-01-01T00:00:00Z');
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { mtime });
  zip.end();
  return { name: 'photos.zip', mimeType: 'application/zip', buffer: await buffer(zip.outputStream) };
}

inChromium('folders and ZIP files in the library', () => {
  portalForEach({ real: true, pictures: true });

  it('a folder that is chosen becomes media with tags; chosen again, each file is named as there', async () => {
    const { page, complaints, violations } = await openAs('editor', media);
    const kit = folder({ 'a.svg': svg('a'), 'Night/Late/b.svg': svg('b'), '.DS_Store': 'x' });
    await page.getByText('Upload files').click();
    await page.getByLabel('Or a folder').setInputFiles(kit);
    await page.getByText('2 files stored.').waitFor();
    expect(await tagsByTitle()).toEqual({ a: ['Press kit'], b: ['Press kit', 'Night', 'Late'] });
    await page.getByText('Upload files').click();
    await page.getByLabel('Or a folder').setInputFiles(kit);
    await page.getByText('Press kit/Night/Late/b.svg: medium').waitFor();
    await page.getByText('0 files stored.').waitFor();
    expect(await findingsInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close Press kit' }).click();
    expect(await page.locator('.medium.sending').count()).toBe(0);
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('a folder that is dropped is sent file by file, and what is refused is named', async () => {
    const { page, complaints, violations } = await openAs('editor', media);
    await dropFiles(page, 'main', [folder({ 'a.svg': svg('a'), 'Night/b.svg': svg('b'), 'Night/note.exe': 'MZ' })]);
    await page.getByText('Press kit/Night/note.exe: This file is not accepted').waitFor();
    await page.getByText('2 files stored.').waitFor();
    expect(await tagsByTitle()).toEqual({ a: ['Press kit'], b: ['Press kit', 'Night'] });
    await page.getByRole('link', { name: 'Show the media' }).click();
    await page.locator('.medium > .check').nth(1).waitFor();
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('a ZIP is added file by file, or as one file, as the person chooses', async () => {
    const { page, complaints, violations } = await openAs('editor', media);
    const zip = await zipOf({ 'Logos/a.svg': svg('a'), 'again.svg': svg('a'), 'link.exe': 'MZ' });
    const choose = async (button: string) => {
      await page.getByText('Upload files').click();
      await page.getByLabel('Files', { exact: true }).setInputFiles([zip]);
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await page.getByRole('button', { name: button }).click();
    };
    await choose('Add its files');
    await page.getByText('again.svg: medium 1 has it.').waitFor();
    await page.getByText('link.exe: This file is not accepted').waitFor();
    await page.getByText('1 file stored.').waitFor();
    expect(await tagsByTitle()).toEqual({ a: ['Logos'] });
    await page.goto(page.url());
    await choose('Add the ZIP as one file');
    await page.waitForURL('**/media/2**');
    expect(await tagsByTitle()).toEqual({ a: ['Logos'], photos: [] });
    expect([complaints, await violations()]).toEqual([[], []]);
  });
});
