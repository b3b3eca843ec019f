import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { packageFolder } from '../../lib/package.js';
import type { Answer } from '../reply.js';

interface Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly compressed: Buffer;
}

export interface Assets {
  readonly css: Asset;
  readonly script: Asset;
  /** Loaded by pages with a form for content only, as the editor is. */
  readonly write: Asset;
  readonly editorCss: Asset;
  readonly editor: Asset;
}

/** Files that the build has made for browsers. Their addresses have a hash of the content: no answer is ever stale. */
export function loadAssets(): Assets {
  const load = (file: string, type: string): Asset => {
    const bytes = readFileSync(join(packageFolder, 'dist', 'backend', file));
    const version = hash('sha256', bytes).slice(0, 16);
    return { path: `/backend/assets/${version}/${file}`, type, bytes, compressed: brotliCompressSync(bytes) };
  };
  return {
    css: load('backend.css', 'text/css; charset=utf-8'),
    write: load('write.css', 'text/css; charset=utf-8'),
    script: load('backend.js', 'text/javascript; charset=utf-8'),
    editorCss: load('editor.css', 'text/css; charset=utf-8'),
    editor: load('editor.js', 'text/javascript; charset=utf-8'),
  };
}

export function assetReply({ type, bytes, compressed }: Asset): Answer {
  return (request) => {
    const isCompressed = request.acceptsEncodings('br') === 'br';
    const headers = [
      ...['Content-Type', type, 'Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding'],
      ...(isCompressed ? ['Content-Encoding', 'br'] : []),
    ];
    return { headers, body: isCompressed ? compressed : bytes };
  };
}
