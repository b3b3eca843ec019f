import { expect, it } from 'vitest';
import { visibilities } from '../../src/content/brand.js';
import { portalAccess } from '../../src/registry/records.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { cookieOf, openPortal, show, visiblePage, visit } from '../support/portal-visitors.js';
import { askApi } from '../support/workspace-api.js';
import { as } from '../support/workspace-people.js';

portalForAll({ real: true });

it('an editor is told who reads a page, and who would if it were shown to everyone, as the portal answers them', async () => {
  const chapter = await client.page({ title: 'Logo', type: 'container' });
  const { id, slug } = await visiblePage({ title: 'Space', parent_id: chapter.id });
  const editor = await as('editor');
  const cookie = await cookieOf('viewer');
  /** Readers of the page, by the portal's answers. */
  const readers = async () => {
    const isRead = async (headers: Record<string, string>) =>
      (await visit(portal, `/brands/acme/${slug}`, { headers })).status === 200;
    if (await isRead({})) return 'public';
    return (await isRead({ Cookie: cookie })) ? 'internal' : 'hidden';
  };
  for (const access of portalAccess) {
    await openPortal(portal, 'acme', { portal: access });
    for (const above of visibilities) {
      await show(chapter.id, above);
      await show(id);
      const shown = await readers();
      for (const own of visibilities) {
        await show(id, own);
        const { body } = await askApi(editor, 'GET', `/brands/acme/-/workspace/api/pages/${id}/readers`);
        const limit = shown === 'public' ? null : above === 'hidden' && access !== 'off' ? 'chapter' : 'portal';
        expect([access, above, own, body]).toEqual([access, above, own, { now: await readers(), shown, limit }]);
      }
    }
  }
});
