import type { HtmlReply, PortalContext } from '../context.js';
import { renderDocument } from '../render.js';

/** Addresses of the files that every page loads, below `/assets/`. */
export interface FrameAssets {
  readonly css: string;
  readonly script: string;
  /** The font that is preloaded. */
  readonly font: string;
}

/** The whole document of a page. */
export function renderFrame(
  { title, body }: HtmlReply,
  { name, href }: PortalContext,
  assets: FrameAssets,
): Promise<string> {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === name ? name : `${title} – ${name}`}</title>
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={assets.css} />
        <script defer src={assets.script} />
      </head>
      <body>
        <header class="top">
          <a class="logo" href={href('/')}>
            {name}
          </a>
        </header>
        <main id="main" />
      </body>
    </html>
  );
  return renderDocument(page, body);
}
