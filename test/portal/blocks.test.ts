import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { h } from 'preact';
import { beforeAll, expect, it } from 'vitest';
import { blockTypes } from '../../src/content/blocks/types.js';
import { Block } from '../../src/site/blocks/block.js';
import { headingTag } from '../../src/site/blocks/heading.js';
import { linkTo } from '../../src/site/blocks/html.js';
import { readingView } from '../../src/site/blocks/reading.js';
import { blockLangs } from '../../src/site/frame/language.js';
import { renderPart } from '../../src/site/frame/render.js';
import { exampleBrands } from '../support/portal.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { putFile } from '../support/put-file.js';

portalForAll({ real: true, pictures: true, example: 'northlight' });

beforeAll(() => openPortal(portal, 'northlight'));

/** HTML of a new public page with these blocks, as a guest sees it. */
async function shownPage(blocks: readonly object[]): Promise<string> {
  const { slug } = await visiblePage({ title: 'Every block', blocks });
  return read(slug);
}

async function read(slug: string): Promise<string> {
  const reply = await visit(portal, `/brands/northlight/${slug}`);
  expect(reply.status).toBe(200);
  return (await reply.text()).replace(/<head>.*?<\/head>/s, '');
}

const html = (text: string) => ({ type: 'rich_text', data: { html: text } });
const heading = (text: string, level?: number) => ({ type: 'heading', data: { text, level } });

/** A block of each type, and what of it is on the page. */
type Drawn = readonly [{ readonly type: string; readonly data: object }, string | RegExp];
const drawn = (logo: number, photo: number): readonly Drawn[] => [
  [heading('The only heading', 2), '<h2>The only heading</h2>'],
  [heading('Small', 5), '<h5>Small</h5>'],
  [heading('Takt Mono', 3), /class="spec mono-like".*?<h2>Takt Mono<\/h2>.*?timetable.*?Shown in a stand-in/s],
  [html('<h2>First</h2><p>One.</p><h2>Second</h2>'), /<h2 id="([^"]+)-1">First<\/h2>.*?<h2 id="\1-2">Second</s],
  [{ type: 'alert', data: { variant: 'danger', title: 'Mind', body: '<p>The gap.</p>' } }, /hint-box bad" role="note"/],
  [
    { type: 'button', data: { label: 'To the files', url: 'downloads' } },
    /<a class="btn lg" href="\/brands\/northlight\/downloads">To the f/,
  ],
  [{ type: 'video', data: { url: 'https://film.example', title: 'Night' } }, /href="https:\/\/film\.example".*?Night/s],
  // Readers see nothing of a place for an image.
  [{ type: 'image_placeholder', data: { label: 'Plan', width: 4, height: 3 } }, /^(?!.*4 × 3)/s],
  [{ type: 'accordion', data: { items: [{ title: 'Why', body: '<p>So.</p>' }] } }, /<summary>.*?Why.*?<p>So\.<\/p>/s],
  [
    { type: 'table', data: { caption: 'Sizes', header: ['Use'], rows: [['<em>x</em>']] } },
    /Sizes.*?<th scope="col">Use<\/th>.*?<td><em>x<\/em><\/td>/s,
  ],
  [{ type: 'columns', data: { columns: [{ width: 6, blocks: [html('<p>Left</p>')] }] } }, /grid2.*?<p>Left<\/p>/s],
  [{ type: 'group', data: { title: 'Box', blocks: [html('<p>Inside</p>')] } }, /card pad.*?Box.*?<p>Inside<\/p>/s],
  [{ type: 'image', data: { media_id: photo, alt: 'Dusk' } }, /srcset="[^"]+ 320w, .*?alt="Dusk"/s],
  [
    {
      type: 'gallery',
      data: {
        items: [
          { media_id: logo, caption: 'Do: with air' },
          { media_id: logo, caption: "Don't: Without air" },
        ],
      },
    },
    /tag ok.*?Do<.*?with air.*?tag bad.*?Don't<.*?Without air/s,
  ],
  [
    { type: 'tabs', data: { items: [{ title: 'Print', blocks: [html('<p>On paper</p>')] }] } },
    /data-tab="Print".*?On paper/s,
  ],
  [
    { type: 'asset_download', data: { media_id: logo, label: 'The logo' } },
    /The logo.*?SVG · [\d.]+ KB · 2400 × 640.*?\d+\/101-logo-horizontal\.svg\?download.*?width=320&amp;format=png&amp;download/s,
  ],
  [
    { type: 'download_list', data: { title: 'Files', items: [{ media_id: 108, label: 'Film' }] } },
    /<h2>Files<\/h2>.*?Film.*?The file is not stored here yet/s,
  ],
  [
    { type: 'color_palette', data: { title: 'Main', color_ids: [1] } },
    /<h2>Main<\/h2>.*?data-copy="#0B1A33".*?data-copy="11, 26, 51".*?AAA/s,
  ],
];

it('draws every type of block, without a style or a script of its own', async () => {
  const put = (name: string) => putFile(client, name, readFileSync(join(exampleBrands, 'northlight/media', name)));
  const blocks = drawn((await put('101-logo-horizontal.svg')).id, (await put('105-linz-at-dusk.jpg')).id);
  expect([...new Set(blocks.map(([{ type }]) => type))].sort()).toEqual([...blockTypes.keys()].sort());
  const page = await shownPage(blocks.map(([block]) => block));
  for (const [{ type }, expected] of blocks) expect([type, page.search(expected)]).not.toEqual([type, -1]);
  expect(page).not.toMatch(/ style=| on\w+=|<script(?! defer src)/);
});

it('links no page that the reader does not see, and no unsafe address: the words stay', async () => {
  const secret = await client.page({ title: 'Zqx secret' });
  const anchors = [secret.slug, `./${secret.slug}`, `${secret.slug}#a`, 'not-there', '%E0%A4%A', '../../-/workspace'];
  const page = await shownPage([
    html(anchors.map((href, at) => `<p><a href="${href}">words ${at}</a></p>`).join('')),
    { type: 'button', data: { label: 'To the secret', url: secret.slug } },
    { type: 'image', data: { media_id: 101, link: secret.slug } },
  ]);
  for (const at of anchors.keys()) expect(page).toContain(`<a>words ${at}</a>`);
  expect(page).not.toContain(secret.slug);
});

it('draws content of any shape, and what is not of the expected type as nothing', () => {
  const keys =
    'text level html variant title body label url style new_tab media_id caption width height items header rows columns blocks alt link description color_ids';
  const evil = '<img src=x onerror=alert(1)><p style="color:red" onclick="a()">kept</p><a href="javascript:a()">go</a>';
  const flat = [null, true, -1, 1e99, '', evil, 'constructor', [], {}, [[[]]]];
  const shapes = [...flat, [null, 1, evil, { title: evil, blocks: 5 }], { blocks: [{}] }, flat];
  const view = readingView({
    ...{
      heading: headingTag,
      link: linkTo,
      allFiles: () => null,
      colorFile: () => null,
      isAnchored: true,
      isEditor: false,
    },
    langs: blockLangs('en', 'en'),
    ...{
      medium: () => null,
      description: () => '',
      color: () => null,
      collection: () => null,
      font: () => null,
      embed: () => null,
    },
  });
  for (const type of [...blockTypes.keys(), 'hologram', 'toString', null]) {
    for (const shape of shapes) {
      const data = Object.fromEntries(keys.split(' ').map((key) => [key, shape]));
      const drawn = renderPart(h(Block, { block: { id: evil, type, data }, view }));
      // Without the values of attributes, which may hold any text.
      const markup = drawn.replace(/="[^"]*"/g, '=');
      expect([type, shape, markup.match(/<[^>]*\s(?:style|on\w+)=|<(?:script|img)/)]).toEqual([type, shape, null]);
      expect(drawn).not.toMatch(/\[object|href="javascript|^undefined/);
    }
  }
});
