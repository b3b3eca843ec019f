// Makes a static site of a brand's public pages: API=http://127.0.0.1:3000/api/v1 KEY=bp_… node build.mjs <folder>
import { cp, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isKnown, Portal, srcset } from 'brand-portal-client';
/** @import { Block } from 'brand-portal-client' */
/** @import { Node, Site } from './site.js' */

/** HTML of the API is sanitised; everything else is plain text. @param {unknown} text */
const plain = (text) => String(text ?? '').replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
/** @template T @param {readonly T[] | undefined} items @param {(item: T) => string} show */
const each = (items, show) => (items ?? []).map(show).join('');
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
function show(blocks, site) {
  return each(blocks, (block) => `<div class="${plain(block.type)}">${isKnown(block) ? inner(block, site) : ''}</div>\n`);
}

/** @param {Node[]} nodes @param {Node} here @returns {string} */
function links(nodes, here) {
  const items = each(nodes, (node) => {
    const link = `<a href="${node.page.slug}/" aria-current="${node === here}">${plain(node.page.title)}</a>`;
    return `<li>${link}${links(node.children, here)}</li>\n`;
  });
  return items && `<ul>${items}</ul>`;
}

/** @param {Site} site @param {Node} node @param {string} base */
function html(site, node, base) {
  const [{ name, theme }, { page, children }] = [site.brand, node];
  const style = Object.entries({ ...theme.colors, font: theme.font }).map(([key, value]) => `--${key}: ${value}`);
  return `<!doctype html><html lang="en" style="${plain(style.join('; '))}"><meta charset="utf-8"><base href="${base}">
<meta name="viewport" content="width=device-width"><title>${plain(page.title)} – ${plain(name)}</title>
<link rel="stylesheet" href="style.css"><header><a href="./">${plain(name)}</a></header>
<nav>${links(site.top, node)}</nav><main><h1>${plain(page.title)}</h1>
${show(page.blocks, site)}${links(children, node)}</main></html>`;
}

/** Replaces the folder by a new site, as a whole. @param {string} folder */
export async function build(folder, { API: url = '', KEY: key = '' } = process.env) {
  const portal = new Portal({ url, key });
  const { data: brand } = await portal.given(portal.api.GET('/brand'));
  const { data: media } = await portal.given(portal.api.GET('/media', { params: { query: { include: 'file' } } }));
  const { data: pages } = await portal.given(
    portal.api.GET('/pages', { params: { query: { include: 'blocks', visibility: ['public'] } } }),
  );
  /** @type {Map<number, Node>} */
  const nodes = new Map(pages.map((page) => [page.id, { page, children: [] }]));
  const top = [...nodes.values()].filter((node) => !nodes.get(node.page.parent_id ?? 0)?.children.push(node));
  const site = { brand, media: new Map(media.map((one) => [one.id, one])), top };
  const [next, old] = [`${folder}.next`, `${folder}.old`];
  for (const left of [next, old]) await rm(left, { recursive: true, force: true });
  for (const [at, node] of [...nodes.values()].entries()) {
    await mkdir(join(next, node.page.slug), { recursive: true });
    await writeFile(join(next, node.page.slug, 'index.html'), html(site, node, '../'));
    if (at === 0) await writeFile(join(next, 'index.html'), html(site, node, './'));
  }
  await cp(fileURLToPath(new URL('style.css', import.meta.url)), join(next, 'style.css'));
  await rename(folder, old).catch(() => {}).then(() => rename(next, folder));
  await rm(old, { recursive: true, force: true });
  return pages.length;
}

const [, script = '', folder = 'site'] = process.argv;
if ((await realpath(script)) === fileURLToPath(import.meta.url)) console.log(`${await build(folder)} pages`);
