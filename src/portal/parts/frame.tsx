import { releasedFile } from '../../content/media.js';
import type { isAtLeast } from '../../registry/records.js';
import type { HtmlReply, PortalContext } from '../context.js';
import { renderDocument } from '../render.js';
import { themeHref } from '../theme-sheet.js';
import { Avatar, Bar, Logo, LookSwitch, mayEdit, Places, searchLabel } from './bar.js';
import { Icon } from './icon.js';
import { Navigation } from './navigation.js';

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

/** The whole document of a page. */
export function renderFrame(reply: HtmlReply, context: PortalContext, assets: FrameAssets): Promise<string> {
  const { title, body, pageId, isWide } = reply;
  const { name, catalog } = context;
  const { logo_light } = catalog.portal;
  const logo = logo_light === null ? null : releasedFile(catalog, logo_light);
  const icon = logo_light === null || logo === null ? context.href('/-/icon.svg') : context.shownHref(logo_light, logo);
  const side = <Side context={context} pageId={pageId} />;
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === name ? name : `${title} – ${name}`}</title>
        <link rel="icon" href={icon} />
        {reply.isUnlisted && <meta name="robots" content="noindex" />}
        <script src={assets.look} />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={assets.css} />
        <link rel="stylesheet" href={themeHref(context)} />
        <script type="module" src={assets.script} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Bar context={context} pageId={pageId} assets={assets} />
        {isWide ? (
          <>
            {side}
            <main id="main" tabIndex={-1} />
          </>
        ) : (
          <div class="app">
            {side}
            <main class="page" id="main" tabIndex={-1} dir={directionOf(title)} />
          </div>
        )}
        <Account context={context} />
        <SearchDialog context={context} />
      </body>
    </html>
  );
  return renderDocument(page, body);
}

/** Direction in which a text is read, by its first letter. */
function directionOf(text: string): 'rtl' | undefined {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    letter,
  )
    ? 'rtl'
    : undefined;
}

interface PartProps {
  readonly context: PortalContext;
}

/** Column of the navigation. On a phone it is a drawer, with the rest of the bar in it. */
function Side({ context, pageId }: PartProps & { readonly pageId: number | undefined }) {
  const { person } = context;
  return (
    <div class="side" id="nav" popover="auto" data-base={context.base}>
      <div class="row between only-s head">
        <Logo context={context} />
        <button type="button" class="btn ic quiet" popovertarget="nav" aria-label="Close navigation">
          <Icon name="x" size="l" />
        </button>
      </div>
      {mayEdit(context) && <Places context={context} class="seg only-s" />}
      <Navigation context={context} pageId={pageId} />
      <div class="row only-s foot-s">
        <LookSwitch />
        {person === null ? (
          <a class="btn" href={context.signInHref}>
            Sign in
          </a>
        ) : (
          <Person context={context} />
        )}
      </div>
    </div>
  );
}

function Person({ context: { person, actor, workspaceOrigin } }: PartProps) {
  if (person === null) return null;
  return (
    <>
      <Avatar name={person.name} />
      <span class="grow">
        {person.name}
        <small class="dim">{actor.role !== undefined && roleName(actor.role)}</small>
      </span>
      <form method="post" action={`${workspaceOrigin ?? ''}/backend/me`}>
        <button type="submit" class="btn sm quiet">
          Sign out
        </button>
      </form>
    </>
  );
}

const roleName = (role: Parameters<typeof isAtLeast>[0]): string => role.charAt(0).toUpperCase() + role.slice(1);

/** Menu of the person who is signed in. */
function Account({ context }: PartProps) {
  const { person, workspaceOrigin } = context;
  if (person === null) return null;
  return (
    <div class="pop acct" id="account" popover="auto">
      <div class="row">
        <Person context={context} />
      </div>
      <hr />
      <a class="it" href={`${workspaceOrigin ?? ''}/backend/me`}>
        <Icon name="user" />
        Account and passkeys
      </a>
    </div>
  );
}

/** Search over the page, which the script opens. */
function SearchDialog({ context: { href, base } }: PartProps) {
  return (
    <dialog class="dlg srch" aria-label={searchLabel} data-base={base}>
      <form class="q" action={href('/-/search')}>
        <Icon name="search" size="l" />
        <input
          type="search"
          name="q"
          aria-label={searchLabel}
          maxLength={200}
          autocomplete="off"
          enterkeyhint="search"
        />
        <button type="button" data-close aria-label="Close search">
          <kbd>Esc</kbd>
        </button>
      </form>
      <div class="res results" />
      <footer>
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd>choose
        </span>
        <span>
          <kbd>↵</kbd>open
        </span>
        <span class="end" role="status" />
      </footer>
    </dialog>
  );
}
