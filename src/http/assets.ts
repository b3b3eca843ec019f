import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Router } from 'express';
import { packageFolder } from '../lib/package.js';
import type { FrameAssets } from '../portal/parts/shell.js';
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
type AssetName = `${string}.${keyof typeof types}`;

/**
 * Loads files of one folder of `dist`. Their addresses share a hash of all, so that a sheet names its font by a relative address.
 *
 * @param prefix of the addresses, which ends in a slash
 * @throws when there is no build
 */
export function loadAssets<Name extends AssetName>(
  folder: string,
  names: readonly Name[],
  prefix: string,
): Readonly<Record<Name, Asset>> {
  const read = (name: string): Buffer => readFileSync(join(packageFolder, 'dist', folder, name));
  const all = names.map((name) => ({ name, bytes: read(name) }));
  const version = hash('sha256', Buffer.concat(all.map(({ bytes }) => bytes))).slice(0, 16);
  const assets = all.map(({ name, bytes }): [Name, Asset] => {
    const type = types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types];
    const compressed = name.endsWith('.woff2') ? null : read(`${name}.br`);
    return [name, { path: `${prefix}${version}/${name}`, type, bytes, compressed }];
  });
  return Object.fromEntries(assets) as Record<Name, Asset>;
}

/**
 * Files that every page of a portal and of the workspace loads.
 *
 * @throws when there is no build
 */
export const loadPortalAssets = () =>
  loadAssets(
    'portal',
    ['portal.css', 'portal.js', 'look.js', 'inter.woff2', 'editor.js', 'panels.js', 'editor.css'],
    '/assets/',
  );

export function frameAssets(files: ReturnType<typeof loadPortalAssets>): FrameAssets {
  return {
    css: files['portal.css'].path,
    script: files['portal.js'].path,
    look: files['look.js'].path,
    font: files['inter.woff2'].path,
    editor: files['editor.js'].path,
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
