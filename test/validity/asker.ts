import { agentsHeaders } from '../support/mcp.js';
import type { TestPortal } from '../support/portal.js';
import { backendOrigin } from '../support/workspace.js';
import type { Ask, Door, Who } from './doors.js';
import type { Pair, Scene } from './scene.js';

/** What an answer shows: which of the two, and how long caches may keep it. */
export interface Seen {
  readonly ends: boolean;
  readonly begins: boolean;
}

const words = { ends: /gloaming/i, begins: /daybreak/i };

interface Kept {
  readonly etag: string;
  readonly seen: boolean;
}

/** Asks as a browser does that keeps answers: with the tag of the one it has. */
export class Asker {
  readonly #kept = new Map<string, Kept & { readonly text: string }>();

  constructor(
    private readonly node: TestPortal,
    private readonly scene: Scene,
    private readonly now: () => number,
    private readonly boundary: number,
  ) {}

  async see(door: Door): Promise<Seen> {
    const { list, file, of = 'pictures', marks = words } = door;
    if (list !== undefined) {
      const { status, text } = await this.#ask(door, list(this.scene), marks.ends);
      const isShown = status === 200;
      return { ends: isShown && marks.ends.test(text), begins: isShown && marks.begins.test(text) };
    }
    const pair: Pair = this.scene[of];
    const shows = async (id: number, isEnding: boolean): Promise<boolean> => {
      const { status } = await this.#ask(door, file?.(this.scene, id) ?? { path: '' }, isEnding ? /^/ : undefined);
      if (![200, 302, 404].includes(status)) throw new Error(`${door.name} of ${id}: ${status}`);
      return status !== 404;
    };
    return { ends: await shows(pair.ends, true), begins: await shows(pair.begins, false) };
  }

  /** @param ending what an answer has that shows the medium that ends */
  async #ask(door: Door, { path: asked, headers = {}, body }: Ask, ending: RegExp | undefined) {
    const path = asked === 'sheet' ? await this.#sheet() : asked;
    const own = body !== undefined && path.includes('mcp') ? agentsHeaders : {};
    const key = `${door.who} ${path} ${body}`;
    const kept = this.#kept.get(key);
    const answer = await fetch(backendOrigin(this.node) + path, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        Accept: 'text/html,*/*',
        ...own,
        ...headers,
        ...this.#credentials(door.who, path),
        ...(kept && { 'If-None-Match': kept.etag }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = answer.status === 304 ? (kept?.text ?? '') : await answer.text().catch(() => '');
    const isEnding = ending?.test(text) === true && (answer.status === 200 || answer.status === 304);
    if (isEnding && !door.isNamedByContent) this.#requireShort(door.name, answer.headers.get('cache-control') ?? '');
    const etag = answer.headers.get('etag');
    if (etag !== null && answer.status === 200) this.#kept.set(key, { etag, seen: isEnding, text });
    return { status: answer.status === 304 ? 200 : answer.status, text };
  }

  /** No cache may keep an answer longer than the medium may be used, nor for more than five minutes. */
  #requireShort(name: string, caching: string): void {
    const left = Math.max(0, (this.boundary - this.now()) / 1000);
    const seconds = [...caching.matchAll(/(?:s-maxage|max-age)=(\d+)/g)].map(([, value]) => Number(value));
    if (caching.includes('immutable') || seconds.some((value) => value > Math.min(300, left)))
      throw new Error(`${name} may be kept too long, ${left} s before the end: ${caching}`);
  }

  async #sheet(): Promise<string> {
    const answer = await fetch(`${backendOrigin(this.node)}/brands/acme/skies`, { headers: { Accept: 'text/html' } });
    return /href="([^"]*\/-\/theme\/[^"]+)"/.exec(await answer.text())?.[1] ?? '/none';
  }

  #credentials(who: Who, path: string): Record<string, string> {
    const { reader, writer, cookies } = this.scene;
    if (who === 'guest') return {};
    if (who === 'viewer' || who === 'editor') return { Cookie: cookies[who] };
    const { key } = who === 'writer' ? writer : reader;
    const scheme = path.startsWith('/git') ? `Basic ${Buffer.from(`git:${key}`).toString('base64')}` : `Bearer ${key}`;
    return { Authorization: scheme };
  }
}
