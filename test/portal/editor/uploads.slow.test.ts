import { expect, it } from 'vitest';
import { listAllMedia } from '../../../src/operations/media.js';
import { inChromium } from '../../support/browser-fixture.js';
import { mp4, photoWithPlace, sha256Of } from '../../support/files.js';
import { operate, portalForAll } from '../../support/portal-fixture.js';
import { writePage } from '../../support/writer.js';

portalForAll({ real: true, pictures: true });

inChromium('files uploaded while writing', () => {
  it('the editor tells what was taken out of a photo, and keeps it if the person wants that', async () => {
    const { page } = await writePage([{ type: 'image', data: {} }]);
    await page.locator('main .stage').click();
    const photo = await photoWithPlace();
    const field = page.locator('main input[type=file]');
    await field.setInputFiles({ name: 'Hut.jpg', mimeType: 'image/jpeg', buffer: photo });
    const message = page.getByText('Hut.jpg uploaded and released. Taken out of the file: the place.');
    await message.first().waitFor();
    const [stored] = await operate(listAllMedia);
    expect(stored).toMatchObject({ title: 'Hut', released: true, file: { bytes: photo.length } });
    expect(stored?.file?.sha256).not.toBe(sha256Of(photo));
    await page.getByRole('button', { name: 'Keep them' }).click();
    await page.getByText('Hut.jpg is as it was sent.').waitFor();
    const [kept, ...others] = await operate(listAllMedia);
    expect([kept?.id, kept?.released, kept?.file?.sha256, others]).toEqual([stored?.id, true, sha256Of(photo), []]);
  });

  it('the editor says that a film may have a place, and offers nothing', async () => {
    const { page } = await writePage([{ type: 'image', data: {} }]);
    await page.locator('main .stage').click();
    const film = { name: 'tour.mp4', mimeType: 'video/mp4', buffer: mp4() };
    await page.locator('main input[type=file]').setInputFiles(film);
    await page.getByText('tour.mp4 uploaded and released. It may contain a place.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Keep them' }).count()).toBe(0);
  });
});
