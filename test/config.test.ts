import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultConfig, readConfig } from '../src/config.js';
import { fileIn } from './support/files.js';
import { temporaryDirectory } from './support/git.js';

const configFile = (text: string): string => fileIn(temporaryDirectory(), 'portal.yaml', text);

const provider = (issuer: string, role: string): string =>
  JSON.stringify({ issuer, client_id: 'a', client_secret_file: '/s', roles: { staff: { '*': role, acme: role } } });

const ownHost = (host: string, slug = 'acme'): string =>
  `backend_url: https://work.example\nfiles_url: https://files.example\nportal_hosts: {"${host}": "${slug}"}\n`;
const noOwnHost = ['WORK.example', 'a.example:80', '*.*.example', '*.a.example', 'a;b'];
const noSite = ['http://a.example', 'https://*.example', 'https://a.example/', 'https://A.example', '*', 'https://a;b'];

/** Mistakes in keys of portals: what, the file, the line, the message. */
const ofPortals: [string, string, number, string][] = [
  ['an own host without backend_url', 'portal_hosts: {a.example: acme}\n', 1, 'portal_hosts needs backend_url'],
  ...['work.example', 'files.example'].map((host): [string, string, number, string] => {
    return [`the own host ${host}`, ownHost(host), 3, `${host}, which is the host of backend_url or files_url`];
  }),
  ...noOwnHost.map((host): [string, string, number, string] => {
    return [`the own host ${host}`, ownHost(host), 3, `portal_hosts holds "${host}": it takes names such as`];
  }),
  ['an own host of all brands', ownHost('a.example', '*'), 3, 'portal_hosts holds "a.example": it takes names such as'],
  ['an own host of no slug', ownHost('a.example', 'No Slug'), 3, 'portal_hosts'],
  ...noSite.map((site): [string, string, number, string] => {
    return [`the site ${site}`, `frame_ancestors: ["${site}"]\n`, 1, `frame_ancestors holds "${site}": a site is only`];
  }),
];

describe('the configuration', () => {
  test('without a file is the default one', async () => {
    expect(await readConfig(undefined)).toEqual(defaultConfig);
  });

  test.each(['', '# nothing set\n', '---\n', '{}\n'])('in the empty file %j is the default one', async (text) => {
    expect(await readConfig(configFile(text))).toEqual(defaultConfig);
  });

  test('takes from the file what it sets and keeps the rest', async () => {
    const text = 'port: 8080\nlog_level: warn\npurge_schedule: "*/5 * * * *"\n';
    const expected = { ...defaultConfig, port: 8080, log_level: 'warn', purge_schedule: '*/5 * * * *' };
    expect(await readConfig(configFile(text))).toEqual(expected);
  });

  test('accepts origins, hosts and proxies', async () => {
    const lists = {
      cors_origins: ['https://brand.example', 'http://localhost:5173', 'http://[::1]:8080'],
      mcp_hosts: ['portal.example', 'Portal', '10.0.0.1', '::1'],
      trusted_proxies: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
      frame_ancestors: ['https://intranet.example', 'https://a.example:8443', 'https://[::1]'],
      backend_url: 'https://work.example',
      files_url: 'https://files.example',
      portal_hosts: { 'brand.example': 'acme', '*.portal.example': '*' },
    };
    expect(await readConfig(configFile(JSON.stringify(lists)))).toEqual({ ...defaultConfig, ...lists });
  });

  test.each(['https://login.example/realms/a', 'http://localhost:8080'])('accepts the provider %s', async (issuer) => {
    const { oidc } = await readConfig(configFile(`oidc: ${provider(issuer, 'editor')}\n`));
    expect(oidc).toMatchObject({ issuer, roles: { staff: { '*': 'editor' } } });
  });
});

describe('a configuration file is refused with its name, the line and the key', () => {
  test.each([
    ['an unknown key', 'port: 80\nprot: 81\n', 2, 'prot'],
    ['a number for a text', 'host: 7\n', 1, 'host'],
    ['a port that is none', '# comment\nport: 65536\n', 2, 'port'],
    ['an unknown log level', 'port: 1\nlog_level: loud\n', 2, 'log_level'],
    ['a limit that is too low', 'body_limit_bytes: 10\n', 1, 'body_limit_bytes'],
    ['a bad schedule', 'port: 1\npurge_schedule: every day\n', 2, 'purge_schedule'],
    ['a schedule of a day that never comes', 'maintenance_schedule: "0 0 30 2 *"\n', 1, 'maintenance_schedule'],
    ['a provider without https', `port: 1\noidc: ${provider('http://login.example', 'viewer')}\n`, 2, 'oidc'],
    ...['profile', 'openid  profile', '', 'openid "a"'].map((scopes): [string, string, number, string] => {
      const oidc = JSON.stringify({ ...JSON.parse(provider('https://login.example', 'viewer')), scopes });
      return [`the scopes ${JSON.stringify(scopes)}`, `oidc: ${oidc}\n`, 1, 'oidc.scopes must have openid'];
    }),
    ['a role that there is not', `oidc: ${provider('https://login.example', 'boss')}\n`, 1, 'oidc'],
    ['the origin of files', 'cors_origins: ["null"]\n', 1, 'cors_origins'],
    ['an origin with a path', 'port: 1\ncors_origins: ["https://brand.example/"]\n', 2, 'cors_origins'],
    ['an origin with a port that is the default', 'cors_origins: ["https://brand.example:443"]\n', 1, 'cors_origins'],
    ['a host for agents with a port', 'mcp_hosts: ["a.example:80"]\n', 1, 'mcp_hosts'],
    ['a proxy that is everybody', 'trusted_proxies: ["0.0.0.0/0"]\n', 1, 'trusted_proxies'],
    ['a subnet that is too small', 'trusted_proxies: ["10.0.0.0/33"]\n', 1, 'trusted_proxies'],
    ...ofPortals,
    ['a number of requests at once that is none', 'requests_at_once: 0\n', 1, 'requests_at_once'],
    ['more than one process', 'port: 1\nprocesses: 2\n', 2, 'a cache in front of it, or run nodes over a shared store'],
    ['nothing for a budget', 'requests_per_minute: null\n', 1, 'requests_per_minute must be integer: 0 is no limit'],
    ['a key that is set twice', 'port: 1\nport: 2\n', 2, ''],
    ['text that is not YAML', 'port: 1\nhost: a: b\n', 2, ''],
    ['a list', '- port: 1\n', 1, ''],
    ['a key of the object model', '__proto__: 1\n', 1, '__proto__'],
  ])('when it holds %s', async (_, text, line, key) => {
    const path = configFile(text);
    const error = await readConfig(path).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'invalid' });
    const { message } = error as Error;
    expect(message.startsWith(`${path}:${line}: `)).toBe(true);
    expect(message.slice(path.length)).toContain(key);
  });

  test.each([
    ['protal_hosts', 'portal_hosts'],
    ['prot', 'port'],
    ['Backend_URL', null],
    ['oauth_blocks', 'oauth_block'],
    ['smtp_password', null],
    ['constructor', null],
  ])('when it holds the unknown key %s: it names %s', async (key, near) => {
    const path = configFile(`# a comment\n${key}: 1\n`);
    const { message } = (await readConfig(path).catch((reason: Error) => reason)) as Error;
    const [line] = message.split('\n');
    expect(line).toBe(`${path}:2: unknown key ${key}${near === null ? '.' : `: did you mean ${near}?`}`);
  });

  test('when it does not exist', async () => {
    const path = join(temporaryDirectory(), 'none.yaml');
    await expect(readConfig(path)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(path) });
  });
});
