import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../lib/package.js';
import type { Answer } from './reply.js';

/** File for browsers, made by the build. */
export interface Asset {
  /** Address, with a hash of the content. */
  readonly path: string;
  /** Value of `Content-Type`. */
  readonly type: string;
  readonly bytes: Buffer;
  /** `bytes`, compressed with Brotli; `null`: they are compressed already. */
  readonly compressed: Buffer | null;
}

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', woff2: 'font/woff2' } as const;

/** @param folder below `dist` @param prefix of its addresses, which end in a slash @throws when there is no build */
export function loadAsset(folder: string, file: `${string}.${keyof typeof types}`, prefix: string): Asset {
  const path = join(packageFolder, 'dist', folder, file);
  const bytes = readFileSync(path);
  const version = hash('sha256', bytes).slice(0, 16);
  const type = types[file.slice(file.lastIndexOf('.') + 1) as keyof typeof types];
  const compressed = file.endsWith('.woff2') ? null : readFileSync(`${path}.br`);
  return { path: `${prefix}${version}/${file}`, type, bytes, compressed };
}

/** Answers with an asset, which browsers may keep for ever: another content has another address. */
export function assetReply({ type, bytes, compressed }: Asset): Answer {
  return (request) => {
    const isCompressed = compressed !== null && request.acceptsEncodings('br') === 'br';
    const headers = [
      ...['Content-Type', type, 'Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding'],
      ...['Cross-Origin-Resource-Policy', 'same-origin', ...(isCompressed ? ['Content-Encoding', 'br'] : [])],
    ];
    return { headers, body: isCompressed ? compressed : bytes };
  };
}
