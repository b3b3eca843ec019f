import type { ComponentChild, ComponentChildren } from 'preact';
import type { FrameLanguage } from '../../words/languages.js';
import { chosenZone } from '../../words/of-request.js';
import { words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import type { Lang } from './language.js';
import { firstFonts, themeHref } from './theme-sheet.js';

/** Addresses of the files that every page loads, below `/assets/`. */
export interface FrameAssets {
  readonly css: string;
  /** The words of the scripts, which load before them. */
  readonly words: (language: FrameLanguage) => string;
  /** Those of the scripts of the workspace. */
  readonly workWords: (language: FrameLanguage) => string;
  readonly script: string;
  readonly workCss: string;
  readonly workScript: string;
  /** The script that runs before the page is drawn. */
  readonly look: string;
  /** The font that is preloaded. */
  readonly font: string;
  /** Script of pages that their reader may edit. */
  readonly editing: string;
  /** Script, words and style sheet of the editor: a page loads them when it is edited. */
  readonly editor: string;
  readonly editorWords: (language: FrameLanguage) => string;
  readonly editorCss: string;
}

/** Addresses of a page in its languages. */
export interface LanguageLinks {
  readonly canonical: string;
  /** Addresses by language, and `x-default`. */
  readonly alternates: readonly (readonly [language: string, href: string])[];
}

export interface PageIcon {
  readonly rel: 'icon' | 'apple-touch-icon';
  readonly href: string;
  /** Width and height in pixels, such as `96x96`; absent for a drawing. */
  readonly sizes?: string;
}

interface ShellProps {
  readonly title: string;
  /** Language of the title. */
  readonly lang?: Lang;
  readonly description?: string | undefined;
  readonly assets: FrameAssets;
  /** Portal whose theme the page has. */
  readonly portal?: BrandContext | null;
  /** Icons of the page. A page without any has the look that the browser chooses. */
  readonly icons?: readonly PageIcon[];
  /** Further elements of the head. */
  readonly head?: ComponentChild;
  readonly links?: LanguageLinks | undefined;
  /** Whether search engines are told to leave the page out. */
  readonly isUnlisted?: boolean;
  /** Address to which the browser goes immediately. */
  readonly refresh?: string | undefined;
  /** Whether it is a page of the workspace, which has scripts and a style sheet of its own. */
  readonly isWork?: boolean;
  /** Whether it has the style sheet of the workspace. */
  readonly hasWorkStyle?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** Document of every page, with the link to its content. */
export function Shell(props: ShellProps) {
  const {
    title,
    lang = {},
    description,
    assets,
    portal = null,
    icons = [],
    head,
    links,
    isUnlisted,
    refresh,
    isWork,
    hasWorkStyle = isWork,
    children,
  } = props;
  const { language, frame } = words();
  const sheets = [
    assets.css,
    ...(hasWorkStyle ? [assets.workCss] : []),
    ...(portal === null ? [] : [themeHref(portal)]),
  ];
  const scripts = [assets.words(language), assets.script];
  if (isWork) scripts.push(assets.workWords(language), assets.workScript);
  return (
    <html lang={language} data-zone={chosenZone()}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title {...lang}>{title}</title>
        {description && <meta name="description" content={description} />}
        {(isWork || portal === null) && <meta name="color-scheme" content="light dark" />}
        {refresh !== undefined && <meta http-equiv="refresh" content={`0; url=${refresh}`} />}
        {icons.map((icon) => (
          <link key={icon.href} {...icon} />
        ))}
        {head}
        {links !== undefined && <link rel="canonical" href={links.canonical} />}
        {links?.alternates.map(([language, href]) => (
          <link key={language} rel="alternate" hreflang={language} href={href} />
        ))}
        {isUnlisted && <meta name="robots" content="noindex" />}
        {icons.length > 0 && <script src={assets.look} />}
        <Font href={assets.font} />
        {/* Style sheets and pictures come first. */}
        {portal !== null && firstFonts(portal).map((href) => <Font key={href} href={href} fetchpriority="low" />)}
        {sheets.map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        {scripts.map((src) => (
          <script type="module" src={src} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          {frame.skip}
        </a>
        {children}
      </body>
    </html>
  );
}

const Font = ({ href, ...rest }: { readonly href: string; readonly fetchpriority?: 'low' }) => (
  <link
    rel="preload"
    href={href}
    as="font"
    type={`font/${href.slice(href.lastIndexOf('.') + 1)}`}
    crossorigin="anonymous"
    {...rest}
  />
);
