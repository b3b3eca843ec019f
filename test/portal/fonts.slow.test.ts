import { expect, it } from 'vitest';
import { setPortal } from '../../src/operations/portal.js';
import { setFont } from '../../src/operations/theme.js';
import { watchedPage } from '../support/browser.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { family, realFont } from '../support/fonts.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';
import { backendOrigin } from '../support/workspace.js';

portalForEach({ real: true, pictures: true });

inChromium('a font of the brand', () => {
  it('is loaded where its file is stored; without the file a stand-in is shown, and named', async () => {
    await operate(setFont, { role: 'Body' }, { family, faces: [{ weight: 400, style: 'normal' }] });
    await visiblePage({ title: 'Type', blocks: [{ type: 'heading', data: { text: family, level: 2 } }] });
    await openPortal(portal, 'acme');
    const font = await putFile(client, 'lesestoff.woff2', realFont);
    const fonts = [{ family, weight: 400, style: 'normal', media_id: font.id }];
    await operate(setPortal, {}, { fonts, served_on_web: true });

    const { page, violations, complaints } = await watchedPage(browser);
    /** States of the faces of the family, and whether the specimen can be drawn in it. */
    const loaded = (): Promise<[string[], string]> =>
      page.evaluate(async (name) => {
        await document.fonts.ready;
        const faces = [...document.fonts].filter((one) => one.family.replaceAll('"', '') === name);
        const specimen = document.querySelector('.spec .big');
        return [
          faces.map(({ status }) => `${status} ${document.fonts.check(`400 16px "${name}"`)}`),
          specimen === null ? '' : getComputedStyle(specimen).fontFamily,
        ];
      }, family);
    await page.goto(`${backendOrigin(portal)}/brands/acme/type`);
    const [faces, used] = await loaded();
    expect([faces, used.startsWith(`"${family}"`)]).toEqual([['loaded true'], true]);
    expect(await page.getByText('Shown in a stand-in').count()).toBe(0);

    await withdraw(client, font.id);
    await page.reload();
    expect((await loaded())[0]).toEqual([]);
    await page.getByText('Shown in a stand-in').waitFor();
    expect([await violations(), complaints]).toEqual([[], []]);
  });
});
