import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Router } from 'express';
import { packageFolder } from '../lib/package.js';
import type { FrameAssets } from '../site/frame/shell.js';
import type { FrameLanguage } from '../words/languages.js';
import { getOnly } from './problem.js';
import type { Handler } from './reply.js';

/** File for browsers, made by the build. */
export interface Asset {
  /** Address, with a hash of the content. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** `bytes`, compressed with Brotli; `null` if they are compressed already. */
  readonly compressed: Buffer | null;
}

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', woff2: 'font/woff2' } as const;

/** Files that pages name. Scripts load the others themselves, from where they are. */
type Named =
  | 'portal.css'
  | 'portal.js'
  | 'look.js'
  | 'inter.woff2'
  | 'editing.js'
  | 'editor.js'
  | 'editor.css'
  | 'workspace.css'
  | 'workspace.js'
  | `${'' | 'work-' | 'editor-'}words-${FrameLanguage}.js`;

/**
 * Files that pages of the site load, each that the build has made. Their addresses share a hash of all, so that a sheet
 * names its font, and a script another, by a relative address.
 *
 * @throws when there is no build
 */
export function loadAssets(): Readonly<Record<Named, Asset>> {
  const folder = join(packageFolder, 'dist/site');
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const names = readdirSync(folder).filter((name) => !name.endsWith('.br'));
  const all = names.toSorted().map((name) => ({ name, bytes: read(name) }));
  const version = hash('sha256', Buffer.concat(all.map(({ bytes }) => bytes))).slice(0, 16);
  const assets = all.map(({ name, bytes }): [string, Asset] => {
    const type = types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types];
    const compressed = name.endsWith('.woff2') ? null : read(`${name}.br`);
    return [name, { path: `/assets/${version}/${name}`, type, bytes, compressed }];
  });
  return Object.fromEntries(assets) as Record<Named, Asset>;
}

export function frameAssets(files: ReturnType<typeof loadAssets>): FrameAssets {
  return {
    css: files['portal.css'].path,
    words: (language) => files[`words-${language}.js`].path,
    workWords: (language) => files[`work-words-${language}.js`].path,
    script: files['portal.js'].path,
    workCss: files['workspace.css'].path,
    workScript: files['workspace.js'].path,
    look: files['look.js'].path,
    font: files['inter.woff2'].path,
    editing: files['editing.js'].path,
    editor: files['editor.js'].path,
    editorWords: (language) => files[`editor-words-${language}.js`].path,
    editorCss: files['editor.css'].path,
  };
}

export function addAssets(router: Router, assets: Readonly<Record<string, Asset>>): void {
  getOnly(Object.fromEntries(Object.values(assets).map((asset) => [asset.path, assetReply(asset)])), router);
}

/** Answers with an asset, which browsers may keep without asking again: other content has another address. */
function assetReply({ type, bytes, compressed }: Asset): Handler {
  return (request) => {
    const isCompressed = compressed !== null && request.acceptsEncodings('br') === 'br';
    const headers = [
      ['Content-Type', type, 'Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
      isCompressed ? ['Content-Encoding', 'br'] : [],
    ].flat();
    return { headers, body: isCompressed ? compressed : bytes };
  };
}
