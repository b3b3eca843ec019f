import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { closest, distance } from 'fastest-levenshtein';
import ipaddr from 'ipaddr.js';
import { validate as isCron } from 'node-cron';
import { Create } from 'typebox/value';
import { isMap, LineCounter, parseDocument, visit } from 'yaml';
import { providerKeys } from './content/embeds.js';
import { PortalError } from './lib/errors.js';
import { isLoopbackHost } from './lib/loopback.js';
import { parsedUrl } from './lib/parsed-url.js';
import { createLog, logLevels } from './log.js';
import { MailSettings, mailProblem } from './mail/settings.js';
import type { PictureLimits } from './pictures/pictures.js';
import type { OidcSettings } from './registry/provider-roles.js';
import { roles, slugPattern } from './registry/records.js';
import { defaultLimits, type ServiceLimits } from './service/limits.js';
import type { SharedOptions } from './service/shared/connect.js';
import { Exact, Nullable, OneOf, type Static, schemaProblem, Type } from './validation/schema.js';

/** Range of ports, for keys and for the option of the command line. */
export const ports = { minimum: 0, maximum: 65_535 } as const;

const brandOrAll = `${slugPattern.source}|^[*]$`;

/** Advice for users of `processes`, a key and an option of former versions. */
export const oneProcess =
  'one process serves a data directory. For more readers, put a cache in front of it, or run nodes over a shared store: see src/service/shared/README.md';

const group = Type.String({ minLength: 1, maxLength: 300 });

const Oidc = Exact({
  issuer: Type.String({ maxLength: 500 }),
  client_id: Type.String({ minLength: 1, maxLength: 300 }),
  client_secret_file: Type.String({ minLength: 1 }),
  scopes: Type.Optional(Type.String({ maxLength: 1000 })),
  name_claim: Type.Optional(group),
  groups_claim: Type.Optional(group),
  roles: Type.Record(Type.String(), Type.Record(Type.String({ pattern: brandOrAll }), OneOf(roles))),
  all_brands: Type.Optional(OneOf(roles)),
  operators: Type.Optional(group),
  only: Type.Optional(Type.Boolean()),
});

const budget = { minimum: 0, maximum: 1_000_000_000, description: '0 is no limit' } as const;

/** The configuration file. A key that is left out has its default; cli/README.md describes each. */
const ConfigFile = Exact({
  host: Type.String({ minLength: 1, default: '127.0.0.1' }),
  port: Type.Integer({ ...ports, default: 3000 }),
  log_level: OneOf(logLevels, { default: 'info' }),
  body_limit_bytes: Type.Integer({ minimum: 1024, maximum: 64 * 1024 * 1024, default: 4 * 1024 * 1024 }),
  header_limit_bytes: Type.Integer({ minimum: 4096, maximum: 1024 * 1024, default: 16 * 1024 }),
  pages_per_brand: Type.Integer({ minimum: 1, maximum: 10_000_000, default: defaultLimits.pages }),
  context_entries_per_brand: Type.Integer({ minimum: 1, maximum: 1_000_000, default: defaultLimits.contextEntries }),
  media_per_brand: Type.Integer({ minimum: 1, maximum: 1_000_000, default: defaultLimits.media }),
  file_bytes: Type.Integer({ minimum: 1024, maximum: 5 * 1024 ** 3, default: defaultLimits.fileBytes }),
  file_bytes_per_brand: Type.Integer({ minimum: 1024, maximum: 2 ** 50, default: defaultLimits.fileBytesPerBrand }),
  file_bytes_per_key_and_day: Type.Integer({
    minimum: 1024,
    maximum: 2 ** 50,
    default: defaultLimits.fileBytesPerKeyAndDay,
  }),
  uploads_at_once: Type.Integer({ minimum: 1, maximum: 1000, default: defaultLimits.uploadsAtOnce }),
  backend_url: Nullable(Type.String({ maxLength: 300, default: null })),
  backend_contact: Nullable(Type.String({ minLength: 1, maxLength: 200, default: null })),
  oidc: Type.Unsafe<OidcSettings | null>({ ...Oidc, type: ['object', 'null'], default: null }),
  files_url: Nullable(Type.String({ maxLength: 300, default: null })),
  portal_hosts: Type.Unsafe<Readonly<Record<string, string>>>({
    ...Type.Record(Type.String(), Type.String({ pattern: brandOrAll })),
    default: {},
  }),
  portal_shared_seconds: Type.Integer({ minimum: 0, maximum: 86_400, default: 60 }),
  guest_requests_per_minute: Type.Integer({ ...budget, default: 1200 }),
  frame_ancestors: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100, default: [] }),
  embeds_off: Type.Array(OneOf(providerKeys), { maxItems: 100, default: [] }),
  mcp_hosts: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100, default: [] }),
  cors_origins: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 1000, default: [] }),
  trusted_proxies: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000, default: [] }),
  hsts_seconds: Type.Integer({ minimum: 0, maximum: 63_072_000, default: 0, description: '0 sends no header' }),
  cache_bytes: Type.Integer({ minimum: 1024 * 1024, maximum: 64 * 1024 ** 3, default: 64 * 1024 * 1024 }),
  requests_per_minute: Type.Integer({ ...budget, default: 600 }),
  writes_per_minute: Type.Integer({ ...budget, default: 120 }),
  failed_logins_per_minute: Type.Integer({ ...budget, default: 60 }),
  file_requests_per_minute: Type.Integer({ ...budget, default: 3000 }),
  file_shared_seconds: Type.Integer({ minimum: 0, maximum: 31_536_000, default: 3600 }),
  purge_schedule: Type.String({ default: '17 3 * * *' }),
  maintenance_schedule: Type.String({ default: '*/5 * * * *' }),
  maintenance_min_packs: Type.Integer({ minimum: 2, maximum: 100_000, default: 50 }),
  connections_at_once: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 10_000 }),
  requests_at_once: Type.Integer({ minimum: 1, maximum: 100_000, default: 1000 }),
  waiting_writes_per_brand: Type.Integer({ minimum: 1, maximum: 1_000_000, default: defaultLimits.waitingWrites }),
  clones_at_once: Type.Integer({ minimum: 1, maximum: 1000, default: 4 }),
  streams_per_key: Type.Integer({ minimum: 1, maximum: 10_000, default: 10 }),
  clone_cpu_seconds: Type.Integer({ minimum: 1, maximum: 3600, default: 60 }),
  brand_idle_seconds: Type.Integer({ minimum: 1, maximum: 86_400, default: 600 }),
  request_timeout_seconds: Type.Integer({ minimum: 1, maximum: 3600, default: 60 }),
  keep_alive_seconds: Type.Integer({ minimum: 1, maximum: 3600, default: 5 }),
  stalled_connection_seconds: Type.Integer({ minimum: 1, maximum: 3600, default: 90 }),
  shutdown_timeout_seconds: Type.Integer({ minimum: 1, maximum: 600, default: 10 }),
  picture_processes: Type.Integer({ minimum: 0, maximum: 64, default: 1 }),
  picture_pixels: Type.Integer({ minimum: 1_000_000, maximum: 2_000_000_000, default: 100_000_000 }),
  picture_seconds: Type.Integer({ minimum: 1, maximum: 600, default: 20 }),
  picture_memory_bytes: Type.Integer({ minimum: 256 * 1024 ** 2, maximum: 64 * 1024 ** 3, default: 512 * 1024 ** 2 }),
  picture_cache_bytes: Type.Integer({ minimum: 64 * 1024 ** 2, maximum: 2 ** 50, default: 2 * 1024 ** 3 }),
  file_cache_bytes: Type.Integer({ minimum: 5 * 1024 ** 3, maximum: 2 ** 50, default: 10 * 1024 ** 3 }),
  oauth_block: Type.Array(Type.String({ minLength: 1, maxLength: 1200 }), { maxItems: 1000, default: [] }),
  mail: Type.Unsafe<MailSettings | null>({ ...MailSettings, type: ['object', 'null'], default: null }),
  webhook_allow: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 1000, default: [] }),
  metrics_port: Nullable(Type.Integer({ ...ports, default: null })),
  metrics_host: Type.String({ minLength: 1, default: '127.0.0.1' }),
  metrics_brands: Type.Boolean({ default: false }),
  shared_store: Nullable(Type.String({ maxLength: 1000, default: null })),
  shared_endpoint: Nullable(Type.String({ maxLength: 1000, default: null })),
  shared_region: Type.String({ pattern: '^[a-z0-9-]{1,50}$', default: 'us-east-1' }),
  shared_path_style: Type.Boolean({ default: false }),
  shared_timeout_ms: Type.Integer({ minimum: 50, maximum: 60_000, default: 2000 }),
  shared_wait_ms: Type.Integer({ minimum: 500, maximum: 60_000, default: 5000 }),
  shared_read_staleness_ms: Type.Integer({
    minimum: 0,
    maximum: 3_600_000,
    default: 0,
    description: '0 is never stale',
  }),
  shared_checkpoint_entries: Type.Integer({ minimum: 10, maximum: 1_000_000, default: 1000 }),
});

export type Config = Static<typeof ConfigFile>;

export const defaultConfig: Config = Create(ConfigFile);

const defaults: ReadonlyMap<string, unknown> = new Map(Object.entries(defaultConfig));

/** @throws `invalid` when the file cannot be read or is not YAML; with file and line of everything that it may not hold */
export async function readConfig(path: string | undefined): Promise<Config> {
  if (path === undefined) return defaultConfig;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new PortalError('invalid', `The configuration file ${path} cannot be read.`, { cause });
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const syntaxErrors = document.errors.map(({ pos, message }) => `${path}:${lines.linePos(pos[0]).line}: ${message}`);
    throw new PortalError('invalid', syntaxErrors.join('\n'));
  }
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return;
      const { line } = lines.linePos(alias.range?.[0] ?? 0);
      throw new PortalError('invalid', `${path}:${line}: *${alias.source} is not defined before it.`);
    },
  });
  const content: unknown = document.toJS() ?? {};
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new PortalError('invalid', `${path}:1: the configuration is a mapping of keys to values.`);
  }
  const { processes, ...keys } = content as { readonly processes?: unknown };
  const config = { ...defaultConfig, ...keys };
  const lineOf = (key: string): number => {
    const pair = isMap(document.contents)
      ? document.contents.items.find((item) => String(item.key) === key)
      : undefined;
    const range = (pair?.key as { range?: [number, number, number] } | undefined)?.range;
    return range ? lines.linePos(range[0]).line : 1;
  };
  const mistyped = [...invalidFiles(config)];
  const typed = { ...config, ...Object.fromEntries(mistyped.map(({ key }) => [key, defaults.get(key)])) };
  const faults = [...mistyped, ...problems(typed)];
  if (processes === 1) {
    const log = createLog(typed.log_level);
    log.warn({ file: path, line: lineOf('processes') }, `the key processes has no effect, leave it out: ${oneProcess}`);
  } else if (processes !== undefined) {
    faults.push({ key: 'processes', problem: `processes has to be left out: ${oneProcess}` });
  }
  if (faults.length === 0) return config;
  const texts = faults.map(({ key, problem }) => ({
    line: lineOf(key),
    text: `${path}:${lineOf(key)}: ${problem}${problem.endsWith('?') ? '' : '.'}`,
  }));
  const inOrder = texts.sort((a, b) => a.line - b.line).map(({ text }) => text);
  const isUnknown = mistyped.some(({ key }) => !defaults.has(key));
  const keyHint = isUnknown ? [`The keys are ${[...defaults.keys()].join(', ')}.`] : [];
  throw new PortalError('invalid', [...inOrder, ...keyHint].join('\n'));
}

interface ConfigProblem {
  readonly key: string;
  readonly problem: string;
}

/** Keys that do not exist, and values that do not have their type. */
function* invalidFiles(config: Config): Generator<ConfigProblem> {
  if (schemaProblem(ConfigFile, config) === null) return;
  const schemas = new Map(Object.entries(ConfigFile.properties));
  for (const [key, value] of Object.entries(config)) {
    const schema = schemas.get(key);
    if (schema !== undefined && schemaProblem(schema, value) === null) continue;
    const problem = schema === undefined ? unknownKey(key) : schemaProblem(Exact({ [key]: schema }), { [key]: value });
    const hint = schema !== undefined && 'description' in schema ? `: ${schema.description}` : '';
    if (problem !== null) yield { key, problem: problem + hint };
  }
}

/** Typing errors change few letters: a key that differs more is another one. */
function unknownKey(key: string): string {
  const near = closest(key, [...defaults.keys()]);
  const isNear = distance(key, near) <= Math.max(2, Math.floor(near.length / 4));
  return `unknown key ${key}${isNear ? `: did you mean ${near}?` : ''}`;
}

/** Rules that no schema can express. */
function* problems(config: Config): Generator<ConfigProblem> {
  const { backend_url, shared_store: store, shared_endpoint: endpoint } = config;
  if (store !== null && bucketOf(store) === null) {
    yield { key: 'shared_store', problem: 'shared_store must be the URL of a bucket, such as s3://bucket/prefix' };
  }
  if (endpoint !== null && !isOrigin(endpoint)) {
    const example = 'an endpoint is only scheme, host and port, such as https://s3.example';
    yield { key: 'shared_endpoint', problem: `shared_endpoint must be the URL of a store: ${example}` };
  }
  if (endpoint !== null && !config.shared_path_style && isOrigin(endpoint) && isIP(hostOf(endpoint)) !== 0) {
    const why = 'the name of the bucket does not go before an IP address';
    yield { key: 'shared_path_style', problem: `shared_path_style must be true with ${endpoint}: ${why}` };
  }
  if (endpoint !== null && store === null) {
    yield { key: 'shared_endpoint', problem: 'shared_endpoint has no effect without shared_store' };
  }
  for (const key of ['purge_schedule', 'maintenance_schedule'] as const) {
    if (!isCron(config[key])) yield { key, problem: `${key} is not a valid cron expression, or matches no date` };
  }
  if (backend_url !== null && !(isOrigin(backend_url) && isSecureUrl(backend_url))) {
    const form = 'it is only https, host and port, such as https://portal.example, or http with localhost';
    yield { key: 'backend_url', problem: `backend_url is ${JSON.stringify(backend_url)}: ${form}` };
  }
  if (config.oidc !== null && !isSecureUrl(config.oidc.issuer)) {
    yield { key: 'oidc', problem: 'oidc.issuer must be an https URL, or http on this machine' };
  }
  const mail = config.mail && mailProblem(config.mail);
  if (mail !== null) yield { key: 'mail', problem: mail };
  if (config.mail !== null && backend_url === null) {
    yield { key: 'mail', problem: 'mail needs backend_url, to which the links in mails lead' };
  }
  const scopes = config.oidc?.scopes;
  if (scopes !== undefined && !(isScopes(scopes) && scopes.split(' ').includes('openid'))) {
    yield { key: 'oidc', problem: 'oidc.scopes must have openid, and one blank between scopes: openid profile email' };
  }
  const { files_url } = config;
  if (files_url !== null && (!isOrigin(files_url) || files_url === backend_url)) {
    const form = 'it is only scheme, host and port, such as https://files.example, and not those of backend_url';
    yield { key: 'files_url', problem: `files_url is ${JSON.stringify(files_url)}: ${form}` };
  }
  for (const [host, slug] of Object.entries(config.portal_hosts)) {
    const own = [backend_url, files_url].filter((url) => url !== null && isOrigin(url)).map((url) => hostOf(url ?? ''));
    const isWild = host.startsWith('*.');
    const isSound = isHost(isWild ? host.slice(2) : host) && host === host.toLowerCase() && isWild === (slug === '*');
    const form = 'it takes names such as brand.example with the slug of a brand, and *.portal.example with "*"';
    if (!isSound) yield { key: 'portal_hosts', problem: `portal_hosts holds ${JSON.stringify(host)}: ${form}` };
    if (own.includes(host)) {
      yield {
        key: 'portal_hosts',
        problem: `portal_hosts holds ${host}, which is the host of backend_url or files_url`,
      };
    }
  }
  if (Object.keys(config.portal_hosts).length > 0 && backend_url === null) {
    yield { key: 'portal_hosts', problem: 'portal_hosts needs backend_url, where people sign in' };
  }
  for (const [key, isValid, form] of listForms) {
    for (const item of config[key].filter((entry) => !isValid(entry))) {
      yield { key, problem: `${key} holds ${JSON.stringify(item)}: ${form}` };
    }
  }
}

/** Keys that hold lists, with the check and the form of an item. */
const listForms = [
  ['cors_origins', isOrigin, 'an origin is only scheme, host and port, such as https://brand.example'],
  ['frame_ancestors', isHttpsOrigin, 'a site is only https and host, such as https://intranet.example'],
  ['mcp_hosts', isHost, 'a host is a name or an address without scheme and port, such as portal.example'],
  ['trusted_proxies', isProxy, 'a proxy is an IP address or a subnet, such as 10.0.0.0/8'],
  ['webhook_allow', isReceiver, 'it takes host names, IP addresses and subnets, such as hooks.internal and 10.0.0.0/8'],
] as const;

function isProxy(text: string): boolean {
  return isIP(text) !== 0 || isSubnet(text);
}

function isReceiver(text: string): boolean {
  return isAddress(text) || isSubnet(text) || isHost(text);
}

/**
 * Bucket names as S3 has them; a prefix without characters that need escaping.
 *
 * @returns `null` for any other address
 */
function bucketOf(address: string): Pick<SharedOptions, 'bucket' | 'prefix'> | null {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)$/.exec(address) ?? [];
  return bucket === undefined ? null : { bucket, prefix: prefix.slice(1) };
}

const hostOf = (origin: string): string => new URL(origin).hostname.replace(/^\[|\]$/g, '');

/** Whether it is an origin exactly as browsers send it: in lower case, without a default port and a slash at the end. */
function isOrigin(text: string): boolean {
  return /^https?:[\w/.:[\]-]+$/.test(text) && parsedUrl(text)?.origin === text;
}

function isHttpsOrigin(text: string): boolean {
  return isOrigin(text) && text.startsWith('https:');
}

/** Whether sessions and secrets may go there: over https, or to this machine. */
function isSecureUrl(text: string): boolean {
  const url = /^https?:/.test(text) ? parsedUrl(text) : null;
  return url !== null && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
}

/** Whether it is a list of scopes (RFC 6749, section 3.3). */
const isScopes = (text: string): boolean => /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/.test(text);

/** Whether it is a host as in a `Host` header, without a port. */
function isHost(text: string): boolean {
  if (!/^[\w.:-]+$/.test(text)) return false;
  const host = isIP(text) === 6 ? `[${text}]` : text;
  try {
    return new URL(`http://${host}`).hostname === host.toLowerCase();
  } catch {
    return false;
  }
}

/** Whether it is an IP address that the library reads: it does not know all forms, such as `::127.0.0.1`. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%') && ipaddr.isValid(text);
}

/** Whether it is a subnet. One of all addresses is refused, since it would trust every client. */
function isSubnet(text: string): boolean {
  try {
    return isIP(text.split('/')[0] as string) !== 0 && ipaddr.parseCIDR(text)[1] > 0;
  } catch {
    return false;
  }
}

/** The store of a portal on many machines; `null` without one. */
export function sharedOptions(config: Config): SharedOptions | null {
  const bucket = config.shared_store === null ? null : bucketOf(config.shared_store);
  if (bucket === null) return null;
  return {
    ...bucket,
    endpoint: config.shared_endpoint,
    region: config.shared_region,
    pathStyle: config.shared_path_style,
    timeoutMs: config.shared_timeout_ms,
    waitMs: config.shared_wait_ms,
    stalenessMs: config.shared_read_staleness_ms,
    checkpointEntries: config.shared_checkpoint_entries,
    fileCacheBytes: config.file_cache_bytes,
  };
}

export function pictureLimits(config: Config): PictureLimits {
  return {
    processes: config.picture_processes,
    pixels: config.picture_pixels,
    seconds: config.picture_seconds,
    memoryBytes: config.picture_memory_bytes,
    cacheBytes: config.picture_cache_bytes,
  };
}

export function serviceLimits(config: Config): ServiceLimits {
  return {
    pages: config.pages_per_brand,
    contextEntries: config.context_entries_per_brand,
    waitingWrites: config.waiting_writes_per_brand,
    media: config.media_per_brand,
    fileBytes: config.file_bytes,
    fileBytesPerBrand: config.file_bytes_per_brand,
    fileBytesPerKeyAndDay: config.file_bytes_per_key_and_day,
    uploadsAtOnce: config.uploads_at_once,
  };
}
