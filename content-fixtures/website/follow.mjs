// Builds the site, and builds it again after every change: API=… KEY=bp_… node follow.mjs <folder>
import { Portal } from 'brand-portal-client';
import { build } from './build.mjs';

const [, , folder = 'site'] = process.argv;
const { API = '', KEY = '' } = process.env;

for await (const { version } of new Portal({ url: API, key: KEY }).follow()) {
  console.log(`${version.slice(0, 10)}: ${await build(folder)} pages`);
}
