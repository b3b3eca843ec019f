// Makes a static site of a brand's public pages: API=http://127.0.0.1:3000/api/v1 KEY=bp_… node build.mjs <folder>
import { cp, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Portal } from 'brand-portal-client';
/** @import { Block, Node, Schemas, Site, Types } from './site.js' */

/** HTML of the API is sanitised; everything else is plain text. @param {unknown} text */
const plain = (text) => String(text ?? '').replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
/** @template T @param {readonly T[] | undefined} items @param {(item: T) => string} show */
const each = (items, show) => (items ?? []).map(show).join('');
/** @param {string} tag @param {string | undefined} text */
const line = (tag, text) => (text ? `<${tag}>${plain(text)}</${tag}>` : '');

/** A picture, or a frame in its shape where there is none. @param {Site} site @param {number} [id] */
function frame({ media, origin }, id = 0, alt = '', caption = '') {
  const { title, width, height, file } = media.get(id) ?? {};
  const shape = width && height ? `aspect-ratio: ${width} / ${height}` : '';
  const shown = file?.picture?.widths.findLast((offered) => offered <= 960);
  const inner = shown
    ? `<img src="${plain(new URL(`${file?.address}?width=${shown}`, origin))}" alt="${plain(alt)}" style="${shape}">`
    : `<div role="img" aria-label="${plain(alt)}" style="${shape}">${plain(title ?? alt)}</div>`;
  return `<figure>${inner}${line('figcaption', caption)}</figure>`;
}

/** @type {Types} */
const types = {
  heading: ({ text, level = 2 }) => line(`h${level}`, text),
  rich_text: ({ html = '' }) => html,
  alert: ({ title, body = '' }) => `<aside>${line('strong', title)}${body}</aside>`,
  button: ({ label, url }) => `<a href="${plain(url)}">${plain(label)}</a>`,
  video: ({ media_id, title, caption }, site) => frame(site, media_id, `▶ ${title}`, caption),
  image_placeholder: ({ label }, site) => frame(site, 0, label),
  image: ({ media_id, alt, caption }, site) => frame(site, media_id, alt, caption),
  gallery: ({ items }, site) => each(items, ({ media_id, alt, caption }) => frame(site, media_id, alt, caption)),
  accordion: ({ items }) => each(items, (it) => `<details>${line('summary', it.title)}${it.body ?? ''}</details>`),
  table: ({ caption, header, rows }) =>
    `<table>${line('caption', caption)}<tr>${each(header, (cell) => line('th', cell))}</tr>` +
    `${each(rows, (cells) => `<tr>${each(cells, (cell) => `<td>${cell}</td>`)}</tr>`)}</table>`,
  columns: ({ columns }, site) => each(columns, ({ blocks }) => `<div>${show(blocks, site)}</div>`),
  group: ({ title, blocks }, site) => line('h4', title) + show(blocks, site),
  tabs: ({ items }, site) => each(items, ({ title, blocks }) => line('h4', title) + show(blocks, site)),
  asset_download: ({ label, description = '' }) => `<b>⤓ ${plain(label)}</b>${description}`,
  download_list: ({ title, items }) => `${line('h4', title)}<ul>${each(items, ({ label }) => line('li', label))}</ul>`,
  color_palette: ({ title, color_ids }, { brand }) =>
    `${line('h4', title)}${each(brand.theme.palette, ({ id, name, hex }) =>
      color_ids?.includes(id) ? `<p style="--c: ${plain(hex)}">${plain(name)}</p>` : '')}`,
};

/** Blocks of other types are the backend's own. @param {readonly Block[] | undefined} blocks @param {Site} site */
function show(blocks, site) {
  return each(blocks, ({ type, data }) => {
    const [, known] = Object.entries(types).find(([name]) => name === type) ?? [];
    const html = /** @type {((data: object, site: Site) => string) | undefined} */ (known)?.(data, site);
    return `<div class="${plain(type)}">${html ?? ''}</div>\n`;
  });
}

/** @param {Node[]} nodes @param {Node} here @returns {string} */
function links(nodes, here) {
  const link = (/** @type {Node} */ { page }) =>
    `<a href="${page.slug}/" aria-current="${page === here.page}">${plain(page.title)}</a>`;
  return nodes[0] ? `<ul>${each(nodes, (node) => `<li>${link(node)}${links(node.children, here)}</li>\n`)}</ul>` : '';
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
  const shown = { params: { query: { include: /** @type {const} */ ('blocks'), visibility: [/** @type {const} */ ('public')] } } };
  const { data: list } = await portal.given(portal.api.GET('/pages', shown));
  const pages = /** @type {Schemas['Page'][]} */ (list); // Whole ones, since their blocks are included.
  const nodes = new Map(pages.map((page) => [page.id, { page, children: /** @type {Node[]} */ ([]) }]));
  const top = [...nodes.values()].filter((node) => !nodes.get(node.page.parent_id ?? 0)?.children.push(node));
  const files = /** @type {Schemas['MediaItemWithFile'][]} */ (media);
  const site = { brand, media: new Map(files.map((one) => [one.id, one])), top, origin: url };
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
