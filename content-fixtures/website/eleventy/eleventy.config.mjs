// A site of a brand's public pages with Eleventy: API=https://brand.example/api/v1 KEY=bp_… npx @11ty/eleventy
import { isKnown, Portal, srcset } from 'brand-portal-client';
/** @import { Block, Medium } from 'brand-portal-client' */

/** HTML of the API is sanitised; everything else is plain text. @param {unknown} text */
const plain = (text) => String(text ?? '').replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** @param {readonly Medium[]} media @param {number} [id] */
function picture(media, id, alt = '', caption = '') {
  const medium = media.find((one) => one.id === id);
  if (!medium?.file?.picture) return '';
  const { address, picture } = medium.file;
  const img = `<img src="${plain(address)}?width=${picture.widths[0]}" srcset="${plain(srcset(medium))}" sizes="100vw"`;
  return `<figure>${img} alt="${plain(alt)}"><figcaption>${plain(caption)}</figcaption></figure>`;
}

/** HTML of a block: its type says what `data` has. @param {Block} block @param {readonly Medium[]} media @returns {string} */
function html({ type, data }, media) {
  switch (type) {
    case 'heading':
      return `<h${data.level ?? 2}>${plain(data.text)}</h${data.level ?? 2}>`;
    case 'rich_text':
      return data.html ?? '';
    case 'alert':
      return `<aside><strong>${plain(data.title)}</strong>${data.body ?? ''}</aside>`;
    case 'image':
      return picture(media, data.media_id, data.alt, data.caption);
    case 'gallery':
      return (data.items ?? []).map((item) => picture(media, item.media_id, item.alt, item.caption)).join('');
    case 'group':
      return show(data.blocks, media);
    case 'columns':
      return (data.columns ?? []).map(({ blocks }) => `<div>${show(blocks, media)}</div>`).join('');
    default:
      return ''; // The other types are shown in ../build.mjs.
  }
}

/** @param {readonly Block[] | undefined} blocks @param {readonly Medium[]} media */
const show = (blocks = [], media) => blocks.map((block) => (isKnown(block) ? html(block, media) : '')).join('\n');

/** What this file uses of Eleventy's configuration.
 * @typedef {object} Eleventy
 * @property {(name: string, value: () => Promise<unknown>) => void} addGlobalData
 * @property {(name: string, filter: typeof show) => void} addFilter
 */

/** @param {Eleventy} config */
export default function configure(config) {
  const { API: url = '', KEY: key = '' } = process.env;
  const portal = new Portal({ url, key });
  config.addFilter('show', show);
  config.addGlobalData('brand', async () => (await portal.given(portal.api.GET('/brand'))).data);
  config.addGlobalData('guidelines', async () => {
    const shown = portal.api.GET('/pages', { params: { query: { include: 'blocks,media', visibility: ['public'] } } });
    return (await portal.given(shown)).data;
  });
}
