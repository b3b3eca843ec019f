import { client, portal } from './portal-fixture.js';
import { openPortal, visiblePage } from './portal-visitors.js';
import { putLanguages } from './translations.js';

export const shown = [
  { tag: 'de', shown: true, fallback: null },
  { tag: 'fr', shown: false, fallback: null },
];

export const space = {
  title: 'Clear space',
  slug: 'clear-space',
  blocks: [
    { type: 'heading', data: { text: 'Minimum size', level: 2 } },
    { type: 'rich_text', data: { html: '<p>See <a href="delays">delays</a>.</p>' } },
    { type: 'table', data: { header: ['Version', 'Size'], rows: [['Horizontal', '24 mm']] } },
  ],
};

/** A portal in English with German for a page, but for its table, and French that visitors do not read. */
export async function scene() {
  await putLanguages(portal, 'acme', shown);
  await openPortal(portal, 'acme');
  const page = await visiblePage(space);
  const other = await visiblePage({
    title: 'Telling passengers about delays',
    slug: 'delays',
    blocks: [{ type: 'heading', data: { text: 'Reasons', level: 2 } }],
  });
  const [heading, text, table] = page.blocks.map(({ id }: { id: string }) => id);
  const at = `/pages/${page.id}`;
  await client.patch(`${at}?lang=de`, { title: 'Schutzraum', slug: 'schutzraum' });
  await client.patch(`${at}/blocks/${heading}?lang=de`, { data: { text: 'Mindestgröße' } });
  await client.patch(`${at}/blocks/${text}?lang=de`, {
    data: { html: '<p>Siehe <a href="delays">Verspätungen</a>.</p>' },
  });
  const wholly = () =>
    client.patch(`${at}/blocks/${table}?lang=de`, {
      data: { header: ['Fassung', 'Größe'], rows: [['Waagrecht', '24 Millimeter']] },
    });
  await client.patch(`${at}?lang=fr`, { title: 'Dégagement', slug: 'espace' });
  return { page, other, at, heading, text, table, wholly };
}
