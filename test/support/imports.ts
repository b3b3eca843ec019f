import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript5';

/** What each source file imports, by paths relative to `src`: other files without `./`, packages by their names. */
type ImportMap = ReadonlyMap<string, readonly string[]>;

export const sourceFolder = fileURLToPath(new URL('../../src/', import.meta.url));

const isSource = (name: string): boolean => /\.tsx?$/.test(name);

/** Names as imported by one file, in whatever way. */
export const importsIn = (text: string): string[] =>
  ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);

export function sourceFiles(): { path: string; text: string }[] {
  const paths = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter(isSource);
  return paths.sort().map((path) => ({ path, text: readFileSync(join(sourceFolder, path), 'utf8') }));
}

export const readImports = (without = /$^/g): ImportMap =>
  new Map(
    sourceFiles().map(({ path, text }) => {
      return [path, importsIn(text.replaceAll(without, '')).map((name) => resolve(path, name))];
    }),
  );

/** Modules that each source file loads: its imports without those of types. */
export const readLoaded = (): ImportMap => readImports(/^(?:import|export) type [^;]*;/gm);

function resolve(from: string, name: string): string {
  if (!name.startsWith('.')) return packageOf(name);
  const path = posix.normalize(posix.join(dirname(from), name));
  const typescript = path.replace(/\.js$/, '.ts');
  return existsSync(join(sourceFolder, typescript)) ? typescript : path.replace(/\.js$/, '.tsx');
}

function packageOf(name: string): string {
  return name.startsWith('node:') ? name : name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/** The folder of a file, or the file itself when it lies at the top. */
function areaOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] as string) : file;
}

/** What each area may import of the others in addition to `lib`, which all may; an area that is not named may import all but those above it. */
const allowed: Record<string, readonly string[]> = {
  lib: [],
  'log.ts': [],
  validation: [],
  content: ['validation'],
  store: [],
  files: ['store'],
  registry: ['words', 'content', 'validation', 'store'],
  notes: ['content', 'validation', 'store'],
  counts: ['validation', 'store'],
  'brand-folder': ['content', 'validation', 'registry'],
  pictures: ['content', 'files', 'log.ts'],
  search: ['content'],
  operations: ['notes', 'search', 'content', 'validation', 'store', 'registry'],
  service: [
    'brand-folder',
    'counts',
    'notes',
    'operations',
    'files',
    'pictures',
    'search',
    'content',
    'store',
    'registry',
    'log.ts',
  ],
  admin: ['counts', 'notes', 'service', 'files', 'operations', 'content', 'store', 'registry', 'log.ts'],
  mcp: ['service', 'operations', 'content', 'validation', 'registry', 'log.ts'],
  words: [],
  oauth: ['webhooks', 'service', 'registry', 'validation', 'log.ts'],
  site: ['words', 'counts', 'notes', 'oauth', 'webhooks', 'service', 'operations', 'content', 'registry'],
  http: 'words counts oauth site mcp pictures service operations content validation files store registry config.ts log.ts'.split(
    ' ',
  ),
  webhooks: ['words', 'service', 'operations', 'content', 'registry', 'store', 'log.ts'],
  mail: ['store', 'words', 'site', 'service', 'operations', 'content', 'registry', 'validation', 'log.ts'],
  metrics: ['webhooks', 'pictures', 'http', 'service', 'store', 'log.ts'],
};

const onlyIn: Record<string, string> = {
  'isomorphic-git': 'store',
  diff: 'content',
  dompurify: 'content',
  jsdom: 'content',
  express: 'http',
  '@fastify/busboy': 'http',
  helmet: 'http',
  '@modelcontextprotocol/server': 'mcp',
  '@modelcontextprotocol/node': 'mcp',
  'prom-client': 'metrics',
  libsql: 'search',
  sharp: 'pictures',
  'file-type': 'pictures',
  saxes: 'pictures content',
  mammoth: 'content',
  fflate: 'site',
  standardwebhooks: 'webhooks',
  aws4: 'store',
  'preact-render-to-string': 'site',
  '@simplewebauthn/server': 'registry',
  'openid-client': 'site',
  nodemailer: 'mail',
  'oidc-provider': 'oauth',
};

/** Modules outside the editor that it may import: none of them loads what only servers have. */
const sharedWithEditor =
  /^(?:content\/(?:blocks\/(?:children|block-id|empty|example-caption)|collection-media|embeds|catalog\/provisional|files\/types|files\/picture-widths|hex-color|contrast|merge\/together|proposals\/(?:draft-end|made-title)|html\/(?:allow-list|write|url))|site\/(?:blocks\/(?!block-view|html|reading|sections)|editor\/|parts\/(?:avatar|button|icon|reader-icons|send-fields|sent-for-review|suggested-title|taken-text)|compare\/parts\/(?:changed-words|conflict-choices)|browser\/(?:compact|device|document-at|events|idempotency-keys|local-times|navigation|toast)|labels|frame\/language|file-href)|words\/(?:words|filled|sizes|of-document)|lib\/)/;

/** Modules that compare or convert content of any length: others ask `content/work` for it, which has a thread. */
const inThread =
  /^content\/(?:diff\/(?:changes|html-diff|text-diff)|markdown\/|translations\/xliff\/(?:read|write)|page-import\/(?:read|html|blocks)|html\/(?:document|opened-html|editor-text|pasted-html))/;

/** Every import that breaks a rule, as a sentence. @param loaded the imports without those of types */
export function violations(imports: ImportMap, loaded = imports): string[] {
  const found: string[] = [];
  for (const [file, names] of imports) {
    const area = areaOf(file);
    for (const name of names) {
      const other = areaOf(name);
      const rule = allowed[area];
      const isEditor = file.startsWith('site/editor/');
      const isLoaded = loaded.get(file)?.includes(name) ?? false;
      if (isEditor && isLoaded && isSource(name) && !sharedWithEditor.test(name)) {
        found.push(`${file} imports ${name}: the editor may import only what browsers can load`);
      }
      if (/^site\/(?:manage|compare)\/[^/]+$/.test(name) && file !== 'site/routes.ts') {
        found.push(`${file} imports ${name}: only the routes may import a page`);
      }
      if (isLoaded && inThread.test(name) && area !== 'content' && area !== 'cli') {
        found.push(`${file} imports ${name}: only content/work may, which has a thread for it`);
      }
      if (name.startsWith('prosemirror-') && !isEditor) found.push(`${file} imports ${name}: only the editor may`);
      if (isSource(name) && !imports.has(name)) found.push(`${file} imports ${name}, which does not exist`);
      if (isSource(name) && other !== area && other !== 'lib' && rule !== undefined && !rule.includes(other)) {
        found.push(`${file} imports ${name}: ${area} may not import ${other}`);
      }
      const owner = onlyIn[name];
      if (owner !== undefined && !owner.split(' ').includes(area))
        found.push(`${file} imports ${name}: only ${owner} may`);
    }
  }
  return found;
}
