import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Router } from 'express';
import { h } from 'preact';
import { stringify } from 'yaml';
import { client, packageFolder, version } from '../lib/package.js';
import { renderPlain } from '../site/frame/frame.js';
import { describeApi } from './api/openapi/document.js';
import type { Json } from './api/openapi/schema.js';
import { apiPrefix } from './api/routes.js';
import { frameAssets, loadAssets } from './assets.js';
import { getOnly } from './problem.js';
import { captureHelmet, etagOf, type Handler, type Headers, isNotModified, pagePolicy } from './reply.js';

/** A public document: memoised on the first request, the same until the process ends. */
function fixed(type: string, make: () => string | Buffer | Promise<string>, headers: Headers = []): Handler {
  let made: { body: Buffer; version: string } | undefined;
  return async (request) => {
    if (made === undefined) {
      const body = Buffer.from(await make());
      made = { body, version: hash('sha256', body) };
    }
    const { body, version } = made;
    const cached = [...headers, 'ETag', etagOf(version), 'Cache-Control', 'public, no-cache'];
    if (isNotModified(request, version)) return { status: 304, headers: cached };
    return { headers: [...cached, 'Content-Type', type], body };
  };
}

/** The description, which has a version of its own, with that of the program. */
function servedDescription(): Json {
  const described = describeApi(apiPrefix);
  return { ...described, info: { ...(described.info as Json), 'x-program-version': version } };
}

export function description(): Router {
  const asJson = (): string => `${JSON.stringify(servedDescription(), null, 2)}\n`;
  const asYaml = (): string => stringify(servedDescription(), { aliasDuplicateObjects: false });
  return getOnly({
    '/openapi.json': fixed('application/json; charset=utf-8', asJson),
    '/openapi.yaml': fixed('application/yaml', asYaml),
  });
}

const docsPath = '/docs';

/** URLs are absolute paths: the page is the same with and without a slash at its end. */
const page = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Brand Portal API</title>
    <link rel="stylesheet" href="${docsPath}/swagger-ui.css">
    <link rel="icon" type="image/png" sizes="32x32" href="${docsPath}/favicon-32x32.png">
    <script defer src="${docsPath}/swagger-ui-bundle.js"></script>
    <script defer src="${docsPath}/start.js"></script>
  </head>
  <body>
    <header><a href="${docsPath}/connect">Connect a program or an agent</a></header>
    <main id="reference"></main>
    <noscript>This page needs JavaScript. Without it, read /api/v1/openapi.yaml.</noscript>
  </body>
</html>
`;

/**
 * Script that starts Swagger UI. A key that is entered stays in the memory of the page; a URL in the page's query is not
 * followed, and no validator elsewhere is called.
 */
function startScript(description: string): string {
  const options = {
    url: description,
    dom_id: '#reference',
    layout: 'BaseLayout',
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    deepLinking: true,
    persistAuthorization: false,
    queryConfigEnabled: false,
    validatorUrl: null,
    withCredentials: false,
  };
  return `'use strict';\nSwaggerUIBundle(${JSON.stringify(options, null, 2)});\n`;
}

/**
 * Content security policy of the page: scripts, styles and calls from here only. The style sheet of Swagger UI has pictures
 * as `data:`; styles that its scripts set on elements go through the DOM, to which `style-src` does not apply.
 */
const pageHeaders: Headers = captureHelmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
});

const script = 'text/javascript; charset=utf-8';
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': script,
  'favicon-32x32.png': 'image/png',
};

const builtFolder = join(packageFolder, 'dist', 'docs');

/**
 * Files of Swagger UI, and the packages of the client: this one and those of all releases, each at an address with its digest. At
 * `client.tgz`, which lock files of that time name, is that of 1.0.0.
 */
function builtFiles(): Record<string, Handler> {
  const built = existsSync(builtFolder) ? readdirSync(builtFolder) : [];
  const packages = built.filter((name) => /^client(?:-[0-9a-f]{16})?\.tgz$/.test(name));
  const types = { ...files, ...Object.fromEntries(packages.map((name) => [name, 'application/gzip'])) };
  const handlers = Object.entries(types).map(([name, type]): [string, Handler] => [
    `${docsPath}/${name}`,
    fixed(type, () => readFileSync(join(builtFolder, name))),
  ]);
  return Object.fromEntries(handlers);
}

/** Swagger UI with the API's description. It loads nothing from elsewhere. */
export function docs(): Router {
  return getOnly({
    [docsPath]: fixed('text/html; charset=utf-8', () => page, pageHeaders),
    [`${docsPath}/start.js`]: fixed(script, () => startScript(`${apiPrefix}/openapi.json`)),
    [`${docsPath}/connect`]: fixed('text/html; charset=utf-8', connectPage, pagePolicy({})),
    [`${docsPath}/connect.js`]: fixed(script, () => connectScript),
    ...builtFiles(),
  });
}

/** Name of the variable part of a snippet, which the page's script fills in. */
const address = 'http://127.0.0.1:3000';
const key = 'bp_…';
const brand = 'your-brand';

const snippets: readonly (readonly [title: string, text: string])[] = [
  ['curl', `curl -H "Authorization: Bearer ${key}" ${address}/api/v1/pages`],
  [
    'TypeScript',
    `import { Portal } from 'brand-portal-client'; // npm install ${address}/docs/${client}

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

/** The page for connecting, in the clothes of the product. */
function connectPage(): Promise<string> {
  const command = `brand-portal key issue ${brand} --name "Website" --rights read`;
  const body = [
    h('h1', null, 'Connect'),
    h(
      'p',
      null,
      ...['An admin issues keys in a browser, an operator also by ', h('code', null, command), '. Every call is in '],
      ...[h('a', { href: docsPath }, 'the reference'), '.'],
    ),
    ...snippets.flatMap(([title, text]) => [h('h2', null, title), h('pre', null, text)]),
    h('script', { type: 'module', src: `${docsPath}/connect.js` }),
  ];
  return renderPlain({ title: 'Connect', body }, frameAssets(loadAssets()));
}

/**
 * Script that fills in the page's own address, a brand from the query, and a key from the fragment, which browsers send nowhere. The
 * key leaves the address bar at once.
 */
const connectScript = `'use strict';
const key = /^#key=(bp_[A-Za-z0-9_-]+)$/.exec(location.hash)?.[1];
const [brand] = /^[a-z0-9-]{1,63}$/.exec(new URLSearchParams(location.search).get('brand') ?? '') ?? [${JSON.stringify(brand)}];
if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
for (const snippet of document.querySelectorAll('pre, code')) {
  const text = snippet.textContent
    .replaceAll(${JSON.stringify(brand)}, brand)
    .replaceAll(${JSON.stringify(address)}, location.origin);
  snippet.style.cssText = 'white-space: pre-wrap; overflow-wrap: anywhere';
  snippet.textContent = key === undefined ? text : text.replaceAll(${JSON.stringify(key)}, key);
}
`;
