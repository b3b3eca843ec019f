import type { ComponentChildren } from 'preact';
import type { FrameAssets } from './frame.js';

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
