// HTML of blocks.
import { isKnown, srcset } from 'brand-portal-client';
/** @import { Block } from 'brand-portal-client' */
/** @import { Site } from './site.js' */

/** HTML of the API is sanitised; everything else is plain text. @param {unknown} text */
export const plain = (text) => String(text ?? '').replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
/** @template T @param {readonly T[] | undefined} items @param {(item: T) => string} show */
export const each = (items, show) => (items ?? []).map(show).join('');
/** @param {string} tag @param {string | undefined} text */
const line = (tag, text) => (text ? `<${tag}>${plain(text)}</${tag}>` : '');

/** A picture, or a frame in its shape where there is none. @param {Site} site @param {number} [id] */
function frame({ media }, id = 0, alt = '', caption = '') {
  const medium = media.get(id);
  const shape = medium?.width && medium.height ? `aspect-ratio: ${medium.width} / ${medium.height}` : '';
  const inner = medium?.file?.picture
    ? `<img src="${plain(medium.file.address)}?width=${medium.file.picture.widths[0]}" srcset="${plain(srcset(medium))}"
 sizes="(width < 48rem) 100vw, 48rem" alt="${plain(alt)}" style="${shape}">`
    : `<div role="img" aria-label="${plain(alt)}" style="${shape}">${plain(medium?.title ?? alt)}</div>`;
  return `<figure>${inner}${line('figcaption', caption)}</figure>`;
}

/** HTML of a block: its type says what `data` has. @param {Block} block @param {Site} site @returns {string} */
function inner({ type, data }, site) {
  switch (type) {
    case 'heading':
      return line(`h${data.level ?? 2}`, data.text);
    case 'rich_text':
      return data.html ?? '';
    case 'alert':
      return `<aside>${line('strong', data.title)}${data.body ?? ''}</aside>`;
    case 'button':
      return `<a href="${plain(data.url)}">${plain(data.label)}</a>`;
    case 'video':
      return frame(site, data.media_id, `▶ ${data.title}`, data.caption);
    case 'image_placeholder':
      return frame(site, 0, data.label);
    case 'image':
      return frame(site, data.media_id, data.alt, data.caption);
    case 'gallery':
      return each(data.items, ({ media_id, alt, caption }) => frame(site, media_id, alt, caption));
    case 'accordion':
      return each(data.items, (it) => `<details>${line('summary', it.title)}${it.body ?? ''}</details>`);
    case 'table': {
      const rows = each(data.rows, (cells) => `<tr>${each(cells, (cell) => `<td>${cell}</td>`)}</tr>`);
      return `<table>${line('caption', data.caption)}<tr>${each(data.header, (cell) => line('th', cell))}</tr>${rows}</table>`;
    }
    case 'columns':
      return each(data.columns, ({ blocks }) => `<div>${show(blocks, site)}</div>`);
    case 'group':
      return line('h4', data.title) + show(data.blocks, site);
    case 'tabs':
      return each(data.items, ({ title, blocks }) => line('h4', title) + show(blocks, site));
    case 'asset_download':
      return `<b>⤓ ${plain(data.label)}</b>${data.description ?? ''}`;
    case 'download_list':
      return `${line('h4', data.title)}<ul>${each(data.items, ({ label }) => line('li', label))}</ul>`;
    case 'color_palette': {
      const colors = site.brand.theme.palette.filter(({ id }) => data.color_ids?.includes(id));
      return line('h4', data.title) + each(colors, ({ name, hex }) => `<p style="--c: ${plain(hex)}">${plain(name)}</p>`);
    }
  }
}

/** Blocks of types that the client does not know stay empty. @param {readonly Block[] | undefined} blocks @param {Site} site */
export function show(blocks, site) {
  return each(blocks, (block) => `<div class="${plain(block.type)}">${isKnown(block) ? inner(block, site) : ''}</div>\n`);
}
