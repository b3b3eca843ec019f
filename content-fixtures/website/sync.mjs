// Syncs a folder of pages with a portal, both ways: API=… KEY=bp_… node sync.mjs <folder>
// A file is <slug>.json with {"title": …, "blocks": […]}. The last common state is in .sync.json.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Portal } from 'brand-portal-client';

const { API = '', KEY = '' } = process.env;
const [, , folder = '.'] = process.argv;
/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
/** @param {string} file @param {unknown} value */
const write = (file, value) => writeFileSync(`${folder}/${file}`, `${JSON.stringify(value, null, 2)}\n`);
const files = readdirSync(folder).filter((file) => /^[^.].*\.json$/.test(file));
const pages = Object.fromEntries(files.map((file) => [file.replace(/\.json$/, ''), read(file)]));
const state = existsSync(`${folder}/.sync.json`) ? read('.sync.json') : undefined;

const done = await new Portal({ url: API, key: KEY }).sync({ pages, state });
for (const [slug, page] of Object.entries(done.pages)) if (page !== pages[slug]) write(`${slug}.json`, page);
for (const slug of done.removed) rmSync(`${folder}/${slug}.json`);
write('.sync.json', done.state);
console.log(done.pushed, done.pulled, done.removed, done.conflicts);
