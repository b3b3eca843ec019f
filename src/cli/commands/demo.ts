import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { sortedBy } from '../../lib/order.js';
import { build, packageFolder } from '../../lib/package.js';
import { plural } from '../../lib/plural.js';
import { linkMinutes } from '../../registry/sign-in-links.js';
import type { ServeOptions } from '../../server.js';
import type { Service } from '../../service/service.js';
import { signInLink } from '../../service/sign-in-url.js';
import { importFolder } from '../import-folder.js';
import { withServeOptions } from './serve.js';

interface DemoOptions extends ServeOptions {
  readonly fixtures: string;
}

const exampleBrands = join(packageFolder, 'content-fixtures');

export function demoCommand(): Command {
  const command = new Command('demo')
    .description('import the example brands into an empty data directory, issue a key for each, and serve')
    .option('--fixtures <dir>', 'the folder that holds the example brand folders', exampleBrands);
  return withServeOptions(command).action(async (options: DemoOptions) => {
    const { effectiveConfig, serve } = await import('../../server.js');
    await serve(await effectiveConfig(options), resolve(options.data), async (service, { url, origin }) => {
      const brands = await service.listBrands();
      const importLines =
        brands.length === 0
          ? await importExamples(service, options.fixtures, url)
          : existingLines(options.data, brands, url);
      const lines = [
        `Brand Portal ${build}`,
        '',
        ...(await portalLines(service, origin)),
        ...(await workspaceLines(service, origin, options.data)),
        ...importLines,
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
    });
  });
}

function existingLines(data: string, brands: readonly { readonly slug: string }[], url: string): string[] {
  return [
    `${data} holds brands already (${brands.map(({ slug }) => slug).join(', ')}): nothing imported.`,
    `The API is at ${url}/api/v1. Keys are shown only when they are issued: ${started()} key issue --help`,
    '',
  ];
}

/** Example brand with a public portal. */
const publicExample = 'northlight';

/** Lines with the addresses of public portals. */
async function portalLines(service: Service, origin: string): Promise<string[]> {
  const brands = (await service.listBrands()).filter(({ portal }) => portal === 'public');
  if (brands.length === 0) return [];
  return ['The portal, as visitors see it:', ...brands.map(({ slug }) => `  ${origin}/brands/${slug}/`), ''];
}

async function importExamples(service: Service, fixtures: string, url: string): Promise<string[]> {
  const folders = (await readdir(fixtures, { withFileTypes: true })).filter(({ name }) =>
    existsSync(join(fixtures, name, 'brand.yaml')),
  );
  const lines = [`The API is at ${url}/api/v1. Copy its keys now, they are not shown again:`];
  const connect: string[] = [];
  for (const { name } of sortedBy(folders, (folder) => folder.name)) {
    const { slug, pages } = await importFolder(service, join(fixtures, name));
    if (slug === publicExample) await service.setBrandSettings(slug, { portal: 'public', portal_listed: true });
    const { key } = await service.keys.issue({ brand: slug, name: 'Demo', rights: ['read', 'write'], expiresAt: null });
    lines.push(
      '',
      `${slug} (${plural(pages, 'page')})`,
      `  curl -H "Authorization: Bearer ${key}" ${url}/api/v1/brand`,
    );
    connect.push(
      `Connect a program or an agent to ${slug}, with its key: ${url}/docs/connect?brand=${slug}#key=${key}`,
    );
  }
  return [...lines, '', ...connect.slice(-1), `Try every call in a browser: ${url}/docs`, ''];
}

/** The command that this program was started by: from a checkout, there is no other. */
function started(): string {
  const [, script = ''] = process.argv;
  return script.endsWith('.js') ? `node ${relative('', script)}` : 'brand-portal';
}

const demoPerson = 'Demo operator';

/** A link to sign in to the workspace as the demo's operator, who is added the first time. */
async function workspaceLines(service: Service, origin: string, data: string): Promise<string[]> {
  const known = (await service.people.list()).find(({ name, disabled_at }) => name === demoPerson && !disabled_at);
  const person = known ?? (await service.people.add({ name: demoPerson, operator: true, roles: {} }));
  const { secret } = await service.sessions.issueLink(person.id);
  const { port } = new URL(origin);
  const other = `${started()} sign-in ${person.id} --data '${data}'${port === '' ? '' : ` --port ${port}`}`;
  return [
    `The workspace, where it is edited. This link signs you in once, within ${linkMinutes} minutes:`,
    `  ${signInLink(origin, secret)}`,
    `  Another link: ${other}`,
    '',
  ];
}
