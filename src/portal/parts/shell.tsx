import type { ComponentChildren } from 'preact';

/** Addresses of the files that every page loads, below `/assets/`. */
export interface FrameAssets {
  readonly css: string;
  readonly script: string;
  /** The script that runs before the page is drawn. */
  readonly look: string;
  /** The font that is preloaded. */
  readonly font: string;
  /** Script and style sheet of the editor: a page loads them when it is edited. */
  readonly editor: string;
  readonly editorCss: string;
}

interface ShellProps {
  readonly title: string;
  readonly assets: Pick<FrameAssets, 'font'>;
  readonly sheets: readonly string[];
  readonly scripts: readonly string[];
  /** Further content of the head. */
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Document of every page, with the link to its content. */
export function Shell({ title, assets, sheets, scripts, head, children }: ShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {head}
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossorigin="anonymous" />
        {sheets.map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        {scripts.map((src) => (
          <script type="module" src={src} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}
