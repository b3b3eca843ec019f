import { newBrandFile } from '../../src/content/brand.js';
import { nameOfSize, pictureVersion } from '../../src/content/files/picture-widths.js';
import { guardedTheme } from '../../src/site/frame/theme.js';
import { sha256Of } from '../support/files.js';
import { message } from '../support/mcp.js';
import type { Scene } from './scene.js';

/** Who asks. Whoever may write has every medium, whatever the day. */
export type Who = 'reader' | 'writer' | 'guest' | 'viewer' | 'editor';

export interface Ask {
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

/** The logos in the frame of an icon: that of a dark ground is on the brand's own. */
const framedFile: NonNullable<Door['file']> = ({ pictures, sha256 }, id) => {
  const deep = guardedTheme(newBrandFile('').theme.colors).get('deep')?.light ?? '';
  const frame = { size: 'touch', ground: id === pictures.begins ? deep : '#ffffff', isFilled: false } as const;
  const name = sha256Of(`${sha256.get(id)}-${nameOfSize(frame)}.${pictureVersion}`).slice(0, 16);
  return { path: at(`/-/framed/touch/${id}/${name}.png`) };
};

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
  'POST /pages/:page/still-correct': 'writes',
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
  'GET /languages': 'shows none',
  'GET /languages/:tag/queue': 'shows none',
  'GET /languages/:tag/texts.xlf': 'shows none',
  'GET /languages/:tag/terms.csv': 'shows none',
  'PUT /languages/:tag/texts.xlf': 'writes',
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

/** The document of a chapter is drawn as that of the portal. */
const printed = [
  { who: 'guest', list: () => ({ path: at('/-/print') }) },
  { who: 'viewer', list: () => ({ path: at('/-/print') }) },
] as const;

/** Doors of the portal by path. */
export const portalDoors: Readonly<Record<string, Closed | readonly Omit<Door, 'name'>[]>> = {
  '/': [
    { who: 'guest', list: () => ({ path: at('/') }) },
    { who: 'viewer', list: () => ({ path: at('/') }) },
    {
      who: 'guest',
      list: () => ({ path: at('/') }),
      marks: { ends: /"og:image" content="[^"]*\/preview\/1\//, begins: /"og:image" content="[^"]*\/preview\/2\// },
    },
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
  '/-/framed/:size/:id/:name': [
    { who: 'guest', file: framedFile },
    { who: 'viewer', file: framedFile },
  ],
  '/-/files/:id/:name': [
    { who: 'guest', file: portalFile('Location') },
    { who: 'viewer', file: portalFile('Location') },
    { who: 'viewer', file: portalFile('download') },
  ],
  '/-/proposals/:proposal/-/files/:id/:name': 'people who work',
  '/-/history/:id': 'people who work',
  '/-/page/:id': 'shows none',
  '/-/connect': 'shows none',
  '/-/print': printed,
  '/-/print/:id': printed,
  '/-/ask': 'shows none',
  '/-/note': 'shows none',
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
  view_medium: [
    {
      ...ofTool('view_medium', { medium: 1 }),
      list: ({ pictures }) => ({ path: '/mcp', body: tool('view_medium', { medium: pictures.ends }) }),
      marks: { ends: /"type":"image"/, begins: /never/ },
    },
    {
      ...ofTool('view_medium', { medium: 2 }),
      list: ({ pictures }) => ({ path: '/mcp', body: tool('view_medium', { medium: pictures.begins }) }),
      marks: { ends: /never/, begins: /"type":"image"/ },
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
  translation_queue: 'shows none',
  report_problem: 'writes',
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

/** All doors of a table. */
export const doorsIn = (table: Readonly<Record<string, Closed | readonly Omit<Door, 'name'>[]>>): Door[] =>
  Object.entries(table).flatMap(([name, doors]) =>
    typeof doors === 'string' ? [] : doors.map((door, at) => ({ ...door, name: `${name} ${at + 1} by ${door.who}` })),
  );
