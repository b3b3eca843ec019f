import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.js';
import { PortalError } from '../lib/errors.js';
import { isLoopbackHost } from '../lib/loopback.js';
import { parsedUrl } from '../lib/parsed-url.js';
import { asSaid, say } from '../lib/say.js';
import { slugPattern } from '../registry/records.js';
import { ownerOf } from '../service/address-owner.js';
import { workspacePrefix } from '../service/workspace-addresses.js';

interface BrandHost {
  /** There may be no such brand. */
  readonly slug: string;
  readonly origin: string;
  /** Whether the configuration names the brand. On a wildcard host, the slug comes from the request. */
  readonly isNamed: boolean;
}

type HostKeys = Pick<Config, 'portal_hosts' | 'backend_url' | 'files_url' | 'mcp_hosts' | 'host'>;

/** Host name that a request asks for: in lower case, without the port. */
export const hostNameOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? '').toLowerCase().replace(/:\d*$/, '');

/** Host names from the configuration. A request can only select one of them. */
export class Hosts {
  /** Slugs by host name. */
  readonly #brandHosts: ReadonlyMap<string, string>;
  /** Such as `.brands.example`, for a host `*.brands.example`. */
  readonly #wildcardSuffixes: readonly string[];
  /** Names of the hosts of all brands. */
  readonly #sharedHosts: ReadonlySet<string>;
  readonly #hasBrandHosts: boolean;

  constructor(private readonly keys: HostKeys) {
    const { portal_hosts, backend_url, files_url, mcp_hosts, host } = keys;
    const entries = Object.entries(portal_hosts);
    this.#brandHosts = new Map(entries.filter(([, slug]) => slug !== '*'));
    this.#wildcardSuffixes = entries.flatMap(([name, slug]) => (slug === '*' ? [name.slice(1)] : []));
    const urls = [backend_url, files_url].flatMap((url) => (url === null ? [] : [new URL(url).hostname]));
    this.#sharedHosts = new Set([
      ...urls,
      ...[host, ...mcp_hosts].map((name) => name.toLowerCase()).filter((name) => !isLoopbackHost(name)),
    ]);
    this.#hasBrandHosts = entries.length > 0;
  }

  /** The host of one brand that a request asks for; `null` for a host of all brands. */
  brandHostOf(request: IncomingMessage): BrandHost | null {
    if (!this.#hasBrandHosts) return null;
    const name = hostNameOf(request);
    const named = this.#brandHosts.get(name);
    const slug = named ?? (this.#sharedHosts.has(name) ? undefined : this.#subdomain(name));
    if (slug === undefined) return null;
    const isLocal = name.endsWith('.localhost');
    const origin = isLocal ? `http://${request.headers.host?.toLowerCase()}` : `https://${name}`;
    return { slug, origin, isNamed: named !== undefined };
  }

  #subdomain(name: string): string | undefined {
    const suffix = this.#wildcardSuffixes.find((end) => name.endsWith(end));
    const label = suffix === undefined ? '' : name.slice(0, -suffix.length);
    return slugPattern.test(label) ? label : undefined;
  }

  /**
   * Origin of the workspace, and of portals without a host of their own: that of `backend_url`, or, without it, a loopback name with the
   * port.
   *
   * @throws `forbidden` for a request to another host
   */
  origin(request: IncomingMessage): string {
    const { backend_url: backendUrl } = this.keys;
    const host = (request.headers.host ?? '').toLowerCase();
    const isLocal = isLoopbackHost(hostNameOf(request)) && parsedUrl(`http://${host}`) !== null;
    if (backendUrl === null && isLocal) return `http://${host}`;
    if (backendUrl !== null && host === new URL(backendUrl).host) return backendUrl;
    const address = `${backendUrl ?? `http://127.0.0.1:${request.socket.localPort}`}${workspacePrefix}`;
    const advice = 'For others, set backend_url in the configuration to the address that they use.';
    const place = say`The workspace is at ${address}.`;
    const text =
      backendUrl === null
        ? say`${place} Without backend_url it answers only on this machine. ${asSaid(advice)}`
        : place;
    throw new PortalError('forbidden', text, { extra: { address } });
  }

  /** @throws `misdirected` for a host that the configuration does not name; without `backend_url`, loopback names are known */
  requireKnown(request: IncomingMessage): void {
    const { backend_url } = this.keys;
    const name = hostNameOf(request);
    // On a loopback name, the workspace answers with its real address.
    const isLocal = isLoopbackHost(name) && (backend_url === null || ownerOf(request.url ?? '') === 'workspace');
    if (request.headers.host === undefined || isLocal) return;
    if (this.#sharedHosts.has(name.replace(/^\[|\]$/g, '')) || this.brandHostOf(request) !== null) return;
    const text =
      backend_url === null
        ? 'This host name is not known here. It can be set as backend_url in the configuration.'
        : say`This host name is not known here. Try ${backend_url}.`;
    const extra = backend_url === null ? {} : { extra: { address: backend_url } };
    throw new PortalError('misdirected', text, extra);
  }
}
