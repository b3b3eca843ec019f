import type { IncomingMessage } from 'node:http';
import { type Config, isLoopbackHost } from '../config.js';
import { PortalError } from '../lib/errors.js';
import { slugPattern } from '../registry/records.js';
import { isOfWorkspace, workspacePrefix } from '../service/workspace-addresses.js';

interface OwnHost {
  /** There may be no such brand. */
  readonly slug: string;
  readonly origin: string;
  /** Whether the configuration names the brand itself; a slug of `*` is any guess. */
  readonly isNamed: boolean;
}

type HostKeys = Pick<Config, 'portal_hosts' | 'backend_url' | 'files_url' | 'mcp_hosts' | 'host'>;

/** Host names of the server, as the configuration has them: a request only selects one. */
export class Hosts {
  readonly #own: ReadonlyMap<string, string>;
  readonly #wild: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #hasOwn: boolean;

  constructor(private readonly keys: HostKeys) {
    const { portal_hosts, backend_url, files_url, mcp_hosts, host } = keys;
    const entries = Object.entries(portal_hosts);
    this.#own = new Map(entries.filter(([, slug]) => slug !== '*'));
    this.#wild = entries.flatMap(([name, slug]) => (slug === '*' ? [name.slice(1)] : []));
    const urls = [backend_url, files_url].flatMap((url) => (url === null ? [] : [new URL(url).hostname]));
    this.#known = new Set([
      ...urls,
      ...[host, ...mcp_hosts].map((name) => name.toLowerCase()).filter((name) => !isLoopbackHost(name)),
    ]);
    this.#hasOwn = entries.length > 0;
  }

  /** The brand whose own host a request names; `null` for a host of all brands. */
  own(request: IncomingMessage): OwnHost | null {
    if (!this.#hasOwn) return null;
    const host = request.headers.host?.toLowerCase() ?? '';
    const name = host.replace(/:\d+$/, '');
    const named = this.#own.get(name);
    const slug = named ?? (this.#known.has(name) ? undefined : this.#subdomain(name));
    if (slug === undefined) return null;
    const origin = name.endsWith('.localhost') ? `http://${host}` : `https://${name}`;
    return { slug, origin, isNamed: named !== undefined };
  }

  #subdomain(name: string): string | undefined {
    const suffix = this.#wild.find((end) => name.endsWith(end));
    const label = suffix === undefined ? '' : name.slice(0, -suffix.length);
    return slugPattern.test(label) ? label : undefined;
  }

  /**
   * Origin of the workspace, and of portals without a host of their own: that of `backend_url`, or, without it, a loopback name with the
   * port.
   *
   * @throws `forbidden` for a request to another host
   */
  origin({ headers, socket }: IncomingMessage): string {
    const { backend_url: backendUrl } = this.keys;
    const host = (headers.host ?? '').toLowerCase();
    const isLocal = isLoopbackHost(host.replace(/:\d+$/, '')) && URL.canParse(`http://${host}`);
    if (backendUrl === null && isLocal) return `http://${host}`;
    if (backendUrl !== null && host === new URL(backendUrl).host) return backendUrl;
    const address = `${backendUrl ?? `http://127.0.0.1:${socket.localPort}`}${workspacePrefix}`;
    const advice = 'For others, set backend_url in the configuration to the address that they use.';
    const text = backendUrl === null ? `Without backend_url it answers only on this machine. ${advice}` : '';
    throw new PortalError('forbidden', `The workspace is at ${address}. ${text}`.trim(), { extra: { address } });
  }

  /** @throws `misdirected` for a host that no list of the configuration names; loopback names need none without `backend_url` */
  requireKnown(request: IncomingMessage): void {
    const name = request.headers.host?.toLowerCase().replace(/:\d*$/, '');
    // The workspace itself says on loopback names where it is.
    const isForPeople = isOfWorkspace(request.url ?? '');
    if (name === undefined || ((this.keys.backend_url === null || isForPeople) && isLoopbackHost(name))) return;
    if (this.#known.has(name.replace(/^\[|\]$/g, ''))) return;
    if (this.own(request) !== null) return;
    const { backend_url } = this.keys;
    const advice = backend_url === null ? 'It can be set as backend_url in the configuration.' : `Try ${backend_url}.`;
    throw new PortalError('misdirected', `This host name is not known here. ${advice}`);
  }
}
