// Serves the site, and builds it again when the portal's webhook reports a change:
// API=… KEY=bp_… SECRET=whsec_… node serve.mjs <folder> <port>
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { build } from './build.mjs';

const [, , folder = 'site', port = '8080'] = process.argv;
const webhook = new Webhook(process.env.SECRET ?? '');
const types = /** @type {Record<string, string>} */ ({ css: 'text/css', html: 'text/html; charset=utf-8' });

/** One build at a time, each from what is there when it begins. */
let building = build(folder);

/** @param {import('node:http').IncomingMessage} request @returns {Promise<number>} the status to answer with */
async function rebuild(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) if ((text += part).length > 1_000_000) return 413;
  try {
    webhook.verify(text, /** @type {Record<string, string>} */ (request.headers));
  } catch {
    return 401;
  }
  building = building.catch(() => {}).then(() => build(folder));
  // The portal sends again what was not answered with 2xx: a build that fails is tried again.
  return building.then(
    () => 204,
    () => 500,
  );
}

const server = createServer(async (request, response) => {
  if (request.method === 'POST') return void response.writeHead(await rebuild(request)).end();
  const path = new URL(request.url ?? '/', 'http://site').pathname.replace(/\/$/, '/index.html');
  // A URL has no `..` left, and a site's names have nothing that is escaped.
  const found = /^[\w./-]+$/.test(path) ? await readFile(join(folder, path)).catch(() => null) : null;
  if (found === null) return void response.writeHead(404).end('There is nothing here.\n');
  response.writeHead(200, { 'Content-Type': types[path.split('.').at(-1) ?? ''] ?? 'text/plain' }).end(found);
});

console.log(`${await building} pages`);
server.listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/ is served`));
