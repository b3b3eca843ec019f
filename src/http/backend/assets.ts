import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../lib/package.js';
import type { Answer } from '../reply.js';

interface Asset {
  /** Address, with a hash of the content. */
  readonly path: string;
  /** Value of `Content-Type`. */
  readonly type: string;
  readonly bytes: Buffer;
  /** `bytes`, compressed with Brotli. */
  readonly compressed: Buffer;
}

export interface Assets {
  readonly css: Asset;
  readonly script: Asset;
  /** Style sheet of forms for content. Only pages with such a form load it and the editor. */
  readonly writeCss: Asset;
  readonly editorCss: Asset;
  readonly editor: Asset;
}

/** Loads the files that the build has made for browsers. @throws when there is no build */
export function loadAssets(): Assets {
  const load = (file: string, type: string): Asset => {
    const path = join(packageFolder, 'dist', 'backend', file);
    const bytes = readFileSync(path);
    const version = hash('sha256', bytes).slice(0, 16);
    return { path: `/backend/assets/${version}/${file}`, type, bytes, compressed: readFileSync(`${path}.br`) };
  };
  return {
    css: load('backend.css', 'text/css; charset=utf-8'),
    writeCss: load('write.css', 'text/css; charset=utf-8'),
    script: load('backend.js', 'text/javascript; charset=utf-8'),
    editorCss: load('editor.css', 'text/css; charset=utf-8'),
    editor: load('editor.js', 'text/javascript; charset=utf-8'),
  };
}

/** Answers with an asset, which browsers may keep for ever: another content has another address. */
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
