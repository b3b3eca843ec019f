import { agentsHeaders, message } from '../support/mcp.js';
import type { TestPortal } from '../support/portal.js';
import { backendOrigin } from '../support/workspace.js';
import type { Pair, Scene } from './scene.js';

/** Who asks. Whoever may write has every medium, whatever the day. */
export type Who = 'reader' | 'writer' | 'guest' | 'viewer' | 'editor';

interface Ask {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A place that can show or send media. */
export interface Door {
  readonly name: string;
  readonly who: Who;
  /** One answer that names all media that it shows. */
  readonly list?: (scene: Scene) => Ask;
  /** An answer for each medium: 200 only for one that may be used. */
  readonly file?: (scene: Scene, id: number) => Ask;
  readonly of?: 'pictures' | 'fonts';
  /** How a list names the media. Default: by title, or by the name of the file. */
  readonly marks?: { readonly ends: RegExp; readonly begins: RegExp };
  /** Whether a page leads to it by a name that changes with what it shows. */
  readonly isNamedByContent?: true;
}

/** Why a route shows no medium that may not be used: it shows none at all, it writes, or only people who may write use it. */
export type Closed = 'shows none' | 'writes' | 'people who work';

const at = (path: string): string => `/brands/acme${path}`;
const tool = (name: string, args: Readonly<Record<string, unknown>>): string =>
  message('tools/call', { name, arguments: args });
const readsFile =
  (path: string, more = ''): NonNullable<Door['file']> =>
  (_, id) => ({ path: `/api/v1/media/${id}${path}${more}` });

const portalFile =
  (which: 'Location' | 'download'): NonNullable<Door['file']> =>
  (scene, id) => ({
    path: at(`/-/files/${id}/${nameOf(scene, id)}${which === 'download' ? '?download' : ''}`),
  });
const nameOf = ({ pictures, fonts }: Scene, id: number): string => {
  const which = id === pictures.ends || id === fonts.ends ? 'gloaming' : 'daybreak';
  return `${which}.${id === pictures.ends || id === pictures.begins ? 'svg' : 'woff2'}`;
};
const fontFile: NonNullable<Door['file']> = ({ sha256 }, id) => ({
  path: at(`/-/fonts/${id}/${sha256.get(id)?.slice(0, 16)}.woff2`),
});

const faces = { ends: /Twilight Sans[^}]*woff2/, begins: /Sunrise Sans[^}]*woff2/ };

/** Doors of REST by `METHOD path`. */
export const restDoors: Readonly<Record<string, Closed | readonly Omit<Door, 'name'>[]>> = {
  'GET /brand': 'shows none',
  'GET /brand/tokens': 'shows none',
  'GET /brand/colors': 'shows none',
  'GET /brand/colors/:id': 'shows none',
  'GET /brand/cl': 'shows none',
  'GET /brand/cl/:section': 'shows none',
  'PATCH /brand/cl/:section': 'writes',
  'POST /brand/check': 'shows none',
  'GET /brand/context': 'shows none',
  'GET /pages': [{ who: 'reader', list: () => ({ path: '/api/v1/pages?include=blocks,media' }) }],
  'POST /pages': 'writes',
  'GET /pages/:page': [
    { who: 'reader', list: ({ page }) => ({ path: `/api/v1/pages/${page}?include=media` }) },
    { who: 'writer', list: ({ page }) => ({ path: `/api/v1/pages/${page}?include=media` }) },
  ],
  'PATCH /pages/:page': 'writes',
  'DELETE /pages/:page': 'writes',
  'PUT /pages/:page/content': 'writes',
  'POST /pages/:page/save': 'writes',
  'POST /pages/:page/blocks': 'writes',
  'PATCH /pages/:page/blocks/:block': 'writes',
  'DELETE /pages/:page/blocks/:block': 'writes',
  'GET /media': [
    { who: 'reader', list: () => ({ path: '/api/v1/media' }) },
    { who: 'reader', list: () => ({ path: '/api/v1/media?include=file' }) },
    { who: 'reader', list: ({ past }) => ({ path: `/api/v1/media?at=${past}` }) },
    { who: 'reader', list: () => ({ path: '/api/v1/media?at=2026-03-02' }) },
    { who: 'reader', list: () => ({ path: '/api/v1/media?include=file,details' }) },
    { who: 'writer', list: () => ({ path: '/api/v1/media' }) },
  ],
  'POST /media': 'writes',
  'GET /media/:id': [
    { who: 'reader', file: readsFile('') },
    { who: 'reader', file: readsFile('?include=file') },
    { who: 'reader', file: readsFile('?include=details') },
    { who: 'reader', file: ({ past }, id) => ({ path: `/api/v1/media/${id}?at=${past}` }) },
  ],
  'GET /media/:id/file': [
    { who: 'reader', file: readsFile('/file') },
    { who: 'reader', of: 'fonts', file: readsFile('/file') },
    { who: 'reader', file: ({ past }, id) => ({ path: `/api/v1/media/${id}/file?at=${past}` }) },
  ],
  'PATCH /media/:id': 'writes',
  'PUT /media/:id/file': 'writes',
  'GET /changes': [
    {
      who: 'reader',
      list: () => ({ path: '/api/v1/changes' }),
      marks: { ends: /"kind":"media","id":1,/, begins: /"kind":"media","id":2,/ },
    },
  ],
  'GET /changes/stream': 'shows none',
  'GET /search': [
    {
      who: 'reader',
      list: () => ({ path: '/api/v1/search?q=gloaming&type=media' }),
      marks: { ends: /Gloaming/, begins: /never/ },
    },
    {
      who: 'reader',
      list: () => ({ path: '/api/v1/search?q=daybreak&type=media' }),
      marks: { ends: /never/, begins: /Daybreak/ },
    },
  ],
  'GET /proposals': 'shows none',
  'POST /proposals': 'writes',
  'GET /proposals/changes': 'shows none',
  'GET /proposals/:proposal': 'shows none',
  'PATCH /proposals/:proposal': 'writes',
  'POST /proposals/:proposal/submit': 'writes',
  'POST /proposals/:proposal/withdraw': 'writes',
  'GET /proposals/:proposal/comments': 'shows none',
  'POST /proposals/:proposal/comments': 'writes',
};

const selection =
  (path = ''): NonNullable<Door['list']> =>
  ({ pictures }) => ({ path: at(`/-/selection${path}?ids=${pictures.ends},${pictures.begins}`) });

const page = { list: () => ({ path: at('/skies') }) };

/** Doors of the portal by path. */
export const portalDoors: Readonly<Record<string, Closed | readonly Omit<Door, 'name'>[]>> = {
  '/': [
    { who: 'guest', list: () => ({ path: at('/') }) },
    { who: 'viewer', list: () => ({ path: at('/') }) },
  ],
  '/llms.txt': 'shows none',
  '/robots.txt': 'shows none',
  '/sitemap.xml': 'shows none',
  '/:page.md': 'shows none',
  '/:page': [
    { who: 'guest', ...page },
    { who: 'viewer', ...page },
  ],
  '/-/search': [
    {
      who: 'guest',
      list: () => ({ path: at('/-/search?q=gloaming') }),
      marks: { ends: /gloaming\.svg/, begins: /never/ },
    },
    {
      who: 'viewer',
      list: () => ({ path: at('/-/search?q=daybreak') }),
      marks: { ends: /never/, begins: /daybreak\.svg/ },
    },
  ],
  '/-/changes': 'shows none',
  '/-/icon.svg': 'shows none',
  '/-/files/:id/:name': [
    { who: 'guest', file: portalFile('Location') },
    { who: 'viewer', file: portalFile('Location') },
    { who: 'viewer', file: portalFile('download') },
  ],
  '/-/proposals/:proposal/-/files/:id/:name': 'people who work',
  '/-/history/:id': 'people who work',
  '/-/page/:id': 'shows none',
  '/-/connect': 'shows none',
  '/-/tokens.json': 'shows none',
  '/-/tokens.css': 'shows none',
  '/-/tokens.ase': 'shows none',
  '/-/collections/:collection': [
    { who: 'guest', list: () => ({ path: at('/-/collections/kit') }) },
    { who: 'viewer', list: () => ({ path: at('/-/collections/kit') }) },
  ],
  '/-/collections/:collection/zip': [
    { who: 'guest', list: () => ({ path: at('/-/collections/kit/zip') }) },
    { who: 'viewer', list: () => ({ path: at('/-/collections/kit/zip') }) },
  ],
  '/-/selection': [
    { who: 'guest', list: selection() },
    { who: 'viewer', list: selection() },
  ],
  '/-/selection/zip': [
    { who: 'guest', list: selection('/zip') },
    { who: 'viewer', list: selection('/zip') },
  ],
  '/-/zip/:page': [
    { who: 'guest', list: ({ page: id }) => ({ path: at(`/-/zip/${id}`) }) },
    { who: 'viewer', list: ({ page: id }) => ({ path: at(`/-/zip/${id}`) }) },
  ],
  '/-/theme/:name': [{ who: 'guest', list: () => ({ path: 'sheet' }), marks: faces, isNamedByContent: true }],
  '/-/fonts/:id/:name': [
    { who: 'guest', of: 'fonts', file: fontFile },
    { who: 'viewer', of: 'fonts', file: fontFile },
  ],
};

const ofTool = (name: string, args: Readonly<Record<string, unknown>> = {}) => ({
  who: 'reader' as const,
  list: () => ({ path: '/mcp', body: tool(name, args) }),
});

/** Doors of MCP by the name of the tool. */
export const toolDoors: Readonly<Record<string, Closed | readonly Omit<Door, 'name'>[]>> = {
  get_brand: 'shows none',
  list_colors: 'shows none',
  get_language: 'shows none',
  check_text: 'shows none',
  list_context: 'shows none',
  list_media: [
    ofTool('list_media'),
    {
      ...ofTool('list_media'),
      who: 'guest',
      list: () => ({ path: at('/-/mcp/public'), body: tool('list_media', {}) }),
    },
  ],
  find_media: [ofTool('find_media')],
  // It fails for want of the process of pictures, but not as for a medium that is not there.
  view_medium: [
    {
      ...ofTool('view_medium', { medium: 1 }),
      list: ({ pictures }) => ({ path: '/mcp', body: tool('view_medium', { medium: pictures.ends }) }),
      marks: { ends: /no pictures of this file/, begins: /never/ },
    },
    {
      ...ofTool('view_medium', { medium: 2 }),
      list: ({ pictures }) => ({ path: '/mcp', body: tool('view_medium', { medium: pictures.begins }) }),
      marks: { ends: /never/, begins: /no pictures of this file/ },
    },
  ],
  search: [
    { ...ofTool('search', { q: 'gloaming' }), marks: { ends: /Gloaming/, begins: /never/ } },
    { ...ofTool('search', { q: 'daybreak' }), marks: { ends: /never/, begins: /Daybreak/ } },
    {
      who: 'guest',
      list: () => ({ path: at('/-/mcp/public'), body: tool('search', { q: 'daybreak' }) }),
      marks: { ends: /never/, begins: /Daybreak/ },
    },
  ],
  fetch: [
    { ...ofTool('fetch', { id: 'media:1' }), marks: { ends: /Gloaming/, begins: /never/ } },
    { ...ofTool('fetch', { id: 'media:2' }), marks: { ends: /never/, begins: /Daybreak/ } },
  ],
  list_changes: [{ ...ofTool('list_changes'), marks: { ends: /media\W+id\W+1\b/, begins: /media\W+id\W+2\b/ } }],
  list_pages: 'shows none',
  get_page_outline: 'shows none',
  get_page: 'shows none',
  compare_page: 'shows none',
  describe_block_types: 'shows none',
  create_page: 'writes',
  update_medium: 'writes',
  update_page: 'writes',
  save_page: 'writes',
  replace_page_content: 'writes',
  add_block: 'writes',
  update_block: 'writes',
  delete_block: 'writes',
  delete_page: 'writes',
  replace_language_section: 'writes',
  list_proposals: 'shows none',
  read_proposal: 'shows none',
  change_proposal: 'writes',
  submit_proposal: 'writes',
  withdraw_proposal: 'writes',
  comment_on_proposal: 'writes',
};

const lfsType = 'application/vnd.git-lfs+json';

/** Doors of files that no table of routes has. */
export const otherDoors: readonly Door[] = [
  { name: 'public address', who: 'guest', file: ({ address }, id) => ({ path: address.get(id) ?? '' }) },
  {
    name: 'public address to save',
    who: 'guest',
    file: ({ address }, id) => ({ path: `${address.get(id)}?download` }),
  },
  {
    name: 'public address of a font',
    who: 'guest',
    of: 'fonts',
    file: ({ address }, id) => ({ path: address.get(id) ?? '' }),
  },
  {
    name: 'git-lfs',
    who: 'reader',
    list: ({ sha256, bytes, pictures }) => ({
      path: '/git/acme.git/info/lfs/objects/batch',
      headers: { Accept: lfsType, 'Content-Type': lfsType },
      body: JSON.stringify({
        operation: 'download',
        objects: Object.values(pictures).map((id) => ({ oid: sha256.get(id), size: bytes.get(id) })),
      }),
    }),
    marks: {
      ends: /\[\{"oid":"\w+","size":\d+,"authenticated"/,
      begins: /\},\{"oid":"\w+","size":\d+,"authenticated"/,
    },
  },
];

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

/** All doors of a table. */
export const doorsIn = (table: Readonly<Record<string, Closed | readonly Omit<Door, 'name'>[]>>): Door[] =>
  Object.entries(table).flatMap(([name, doors]) =>
    typeof doors === 'string' ? [] : doors.map((door, at) => ({ ...door, name: `${name} ${at + 1} by ${door.who}` })),
  );
