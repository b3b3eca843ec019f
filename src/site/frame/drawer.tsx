import type { ComponentChild, ComponentChildren } from 'preact';
import { releasedFile } from '../../content/media.js';
import type { Role } from '../../registry/records.js';
import { mePath } from '../../service/workspace-addresses.js';
import type { HtmlReply, PortalContext } from '../context.js';
import { roleNames } from '../labels.js';
import { renderDocument } from '../render.js';
import { themeHref } from '../theme-sheet.js';
import { Avatar } from './avatar.js';
import { Bar, Logo, LookSwitch, mayEdit, Places, searchLabel } from './bar.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { Navigation } from './navigation.js';
import { maxWords } from './search-form.js';
import { type FrameAssets, Shell } from './shell.js';

/** The whole document of a page. */
export function renderFrame(reply: HtmlReply, context: PortalContext, assets: FrameAssets): Promise<string> {
  const { title, body, pageId, onlyIn, isWide, isComparison = false } = reply;
  const { name, catalog } = context;
  const isPreview = context.visitor?.preview !== undefined;
  const { logo_light } = catalog.portal;
  const logo = logo_light === null ? null : releasedFile(catalog, logo_light);
  const icon = logo_light === null || logo === null ? context.href('/-/icon.svg') : context.shownHref(logo_light, logo);
  const side = <Side context={context} pageId={pageId} />;
  const page = (
    <Shell
      title={title === name ? name : `${title} – ${name}`}
      assets={assets}
      sheets={[assets.css, themeHref(context)]}
      scripts={[assets.script]}
      head={
        <>
          <link rel="icon" href={icon} />
          {(reply.isUnlisted || isPreview) && <meta name="robots" content="noindex" />}
          <script src={assets.look} />
        </>
      }
    >
      <Bar context={context} pageId={pageId} onlyIn={onlyIn} isElsewhere={isComparison} assets={assets} />
      {isPreview && (
        <aside class="preview" aria-label="Preview">
          <Icon name="eye" />
          Preview of a proposal · Read only
        </aside>
      )}
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
      {context.person !== null && <Account {...accountOf(context)} />}
      <SearchDialog base={context.base} action={context.href('/-/search')} />
    </Shell>
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

interface SideProps {
  readonly context: PortalContext;
  readonly pageId: number | undefined;
}

/** Column of the pages. */
function Side({ context, pageId }: SideProps) {
  return (
    <Drawer
      base={context.base}
      logo={<Logo context={context} />}
      places={mayEdit(context) && <Places context={context} at="portal" class="seg only-s" />}
      foot={
        context.person === null ? (
          <a class="btn" href={context.signInHref}>
            Sign in
          </a>
        ) : (
          <Person {...accountOf(context)} />
        )
      }
    >
      <Navigation context={context} pageId={pageId} />
    </Drawer>
  );
}

interface DrawerProps {
  /** Under which the script keeps what is open. */
  readonly base: string;
  readonly logo: ComponentChild;
  readonly places: ComponentChild;
  /** Content next to the switch of the look, on a phone. */
  readonly foot: ComponentChild;
  readonly children: ComponentChildren;
}

/** Column of the navigation. On a phone it is a drawer, with the rest of the bar in it. */
export function Drawer({ base, logo, places, foot, children }: DrawerProps) {
  return (
    <section class="side" id="nav" popover="auto" aria-label="Menu" data-base={base}>
      <div class="row between only-s head">
        {logo}
        <Button icon="x" iconSize="l" class="btn ic quiet" popovertarget="nav" aria-label="Close navigation" />
      </div>
      {places}
      {children}
      <div class="row only-s foot-s">
        <LookSwitch />
        {foot}
      </div>
    </section>
  );
}

interface AccountProps {
  readonly name: string;
  /** Role in the brand. Absent on a page without a brand. */
  readonly role?: Role | undefined;
  /** Address of the person's own page, which also signs out. */
  readonly meHref: string;
  /** Whether the menu offers a passkey. */
  readonly isOfferedPasskey?: boolean | undefined;
}

const accountOf = ({ person, actor, workspaceOrigin, isOfferedPasskey }: PortalContext): AccountProps => ({
  name: person?.name ?? '',
  role: actor.role,
  meHref: `${workspaceOrigin ?? ''}${mePath}`,
  isOfferedPasskey,
});

export function Person({ name, role, meHref }: AccountProps) {
  return (
    <>
      <Avatar name={name} />
      <span class="grow">
        {name}
        <small class="dim">{role !== undefined && roleNames[role]}</small>
      </span>
      <form method="post" action={meHref}>
        <button type="submit" class="btn sm quiet">
          Sign out
        </button>
      </form>
    </>
  );
}

/** Menu of the person who is signed in. */
export function Account(props: AccountProps) {
  return (
    <div class="pop sheet acct" id="account" popover="auto">
      <div class="row">
        <Person {...props} />
      </div>
      <hr />
      {props.isOfferedPasskey && (
        <a class="it" href={`${props.meHref}/passkeys`}>
          <Icon name="key-round" />
          <span class="grow">
            Add a passkey
            <small>Next time without a link</small>
          </span>
        </a>
      )}
      <a class="it" href={props.meHref}>
        <Icon name="user" />
        Account and passkeys
      </a>
    </div>
  );
}

interface SearchDialogProps {
  /** Path of the portal that is searched, without a slash at its end. */
  readonly base: string;
  /** Address of the search as a page. */
  readonly action: string;
}

/** Search over the page, which the script opens. */
export function SearchDialog({ base, action }: SearchDialogProps) {
  return (
    <dialog class="dlg srch" aria-label={searchLabel} data-base={base}>
      <form class="q" action={action}>
        <Icon name="search" size="l" />
        <input
          type="search"
          name="q"
          aria-label={searchLabel}
          maxLength={maxWords}
          autocomplete="off"
          enterkeyhint="search"
        />
        <Button data-close aria-label="Close search">
          <kbd>Esc</kbd>
        </Button>
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
