import { escapeHtml } from '../content/html/write.js';

/** Name of the variable part of a snippet, which the page's script fills in. */
const address = 'http://127.0.0.1:3000';
const key = 'bp_…';
const brand = 'acme';

const snippets: readonly (readonly [title: string, text: string])[] = [
  ['curl', `curl -H "Authorization: Bearer ${key}" ${address}/api/v1/pages`],
  [
    'TypeScript',
    `import { Portal } from 'brand-portal-client'; // npm install ${address}/docs/client.tgz

const portal = new Portal({ url: '${address}', key: '${key}' });
const { data } = await portal.given(portal.api.GET('/brand'));
for await (const { changes } of portal.follow()) console.log(data.name, changes);`,
  ],
  [
    'A coding agent, by MCP',
    JSON.stringify(
      { mcpServers: { [brand]: { type: 'http', url: `${address}/mcp`, headers: { Authorization: `Bearer ${key}` } } } },
      null,
      2,
    ),
  ],
  ['Claude Code', `claude mcp add --transport http ${brand} ${address}/mcp --header "Authorization: Bearer ${key}"`],
];

export const connectPage = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Connect to Brand Portal</title>
    <script defer src="/docs/connect.js"></script>
  </head>
  <body>
    <main>
      <h1>Connect</h1>
      <p>An admin issues keys in a browser, an operator also by <code>brand-portal key issue ${brand} --name "Website" --rights read</code>. Every call is in <a href="/docs">the reference</a>.</p>
      ${snippets.map(([title, text]) => `<h2>${title}</h2>\n      <pre>${escapeHtml(text)}</pre>`).join('\n      ')}
    </main>
  </body>
</html>
`;

/**
 * Script that fills in the page's own address, a brand from the query, and a key from the fragment, which browsers send nowhere. The
 * key leaves the address bar at once.
 */
export const connectScript = `'use strict';
const key = /^#key=(bp_[A-Za-z0-9_-]+)$/.exec(location.hash)?.[1];
const [brand] = /^[a-z0-9-]{1,63}$/.exec(new URLSearchParams(location.search).get('brand') ?? '') ?? [${JSON.stringify(brand)}];
if (location.hash !== '') history.replaceState(null, '', location.pathname);
for (const snippet of document.querySelectorAll('pre, code')) {
  const text = snippet.textContent
    .replaceAll(${JSON.stringify(brand)}, brand)
    .replaceAll(${JSON.stringify(address)}, location.origin);
  snippet.style.cssText = 'white-space: pre-wrap; overflow-wrap: anywhere';
  snippet.textContent = key === undefined ? text : text.replaceAll(${JSON.stringify(key)}, key);
}
`;
