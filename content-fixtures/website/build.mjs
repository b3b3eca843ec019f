// Makes a static site of a brand's public pages, in each of its languages: API=http://127.0.0.1:3000/api/v1 KEY=bp_… node build.mjs <folder>
import { cp, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Portal } from 'brand-portal-client';
import { each, plain, show } from './blocks.mjs';
/** @import { Node, Site } from './site.js' */

/** @param {Site} site @param {Node[]} nodes @param {Node} here @returns {string} */
function links(site, nodes, here) {
  const items = each(nodes, (node) => {
    const link = `<a href="${site.path}${node.page.slug}/" aria-current="${node === here}">${plain(node.page.title)}</a>`;
    return `<li>${link}${links(site, node.children, here)}</li>\n`;
  });
  return items && `<ul>${items}</ul>`;
}

/** Links to the page in the other languages. @param {readonly Site[]} sites @param {Site} here @param {number} id */
function languages(sites, here, id) {
  const link = (/** @type {Site} */ { tag, path, nodes }) =>
    `<a href="${path}${nodes.get(id)?.page.slug}/" hreflang="${tag}" lang="${tag}" aria-current="${tag === here.tag}">${tag}</a>`;
  return sites.length > 1 ? `<nav class="languages">${each(sites, link)}</nav>` : '';
}

/** @param {readonly Site[]} sites @param {Site} site @param {Node} node @param {string} base */
function html(sites, site, node, base) {
  const [{ name, theme }, { page, children }] = [site.brand, node];
  const style = Object.entries({ ...theme.colors, font: theme.font }).map(([key, value]) => `--${key}: ${value}`);
  return `<!doctype html><html lang="${site.tag}" style="${plain(style.join('; '))}"><meta charset="utf-8"><base href="${base}">
<meta name="viewport" content="width=device-width"><title>${plain(page.title)} – ${plain(name)}</title>
<link rel="stylesheet" href="style.css"><header><a href="./${site.path}">${plain(name)}</a>${languages(sites, site, page.id)}</header>
<nav>${links(site, site.top, node)}</nav><main><h1>${plain(page.title)}</h1>
${show(page.blocks, site)}${links(site, children, node)}</main></html>`;
}

/** Everything in a language. @param {Portal} portal @param {string} tag @param {string} path @returns {Promise<Site>} */
async function read(portal, tag, path) {
  const lang = path && { lang: tag };
  const { data: brand } = await portal.given(portal.api.GET('/brand', { params: { query: { ...lang } } }));
  const { data: media } = await portal.given(portal.api.GET('/media', { params: { query: { include: 'file', ...lang } } }));
  const { data: pages } = await portal.given(
    portal.api.GET('/pages', { params: { query: { include: 'blocks', visibility: ['public'], ...lang } } }),
  );
  /** @type {Map<number, Node>} */
  const nodes = new Map(pages.map((page) => [page.id, { page, children: [] }]));
  const top = [...nodes.values()].filter((node) => !nodes.get(node.page.parent_id ?? 0)?.children.push(node));
  return { tag, path, brand, media: new Map(media.map((one) => [one.id, one])), nodes, top };
}

/** Replaces the folder by a new site, as a whole. @param {string} folder */
export async function build(folder, { API: url = '', KEY: key = '' } = process.env) {
  const portal = new Portal({ url, key });
  const { data: tags } = await portal.given(portal.api.GET('/languages'));
  const shown = tags.filter((language) => language.shown);
  const sites = await Promise.all(shown.map(({ tag }, at) => read(portal, tag, at === 0 ? '' : `${tag}/`)));
  const [next, old] = [`${folder}.next`, `${folder}.old`];
  for (const left of [next, old]) await rm(left, { recursive: true, force: true });
  for (const site of sites) {
    const up = site.path && '../';
    for (const [at, node] of [...site.nodes.values()].entries()) {
      const pages = join(next, site.path);
      await mkdir(join(pages, node.page.slug), { recursive: true });
      await writeFile(join(pages, node.page.slug, 'index.html'), html(sites, site, node, `${up}../`));
      if (at === 0) await writeFile(join(pages, 'index.html'), html(sites, site, node, `${up}./`));
    }
  }
  await cp(fileURLToPath(new URL('style.css', import.meta.url)), join(next, 'style.css'));
  await rename(folder, old).catch(() => {}).then(() => rename(next, folder));
  await rm(old, { recursive: true, force: true });
  return sites[0]?.nodes.size ?? 0;
}

const [, script = '', folder = 'site'] = process.argv;
if ((await realpath(script)) === fileURLToPath(import.meta.url)) console.log(`${await build(folder)} pages`);
