import type { ComponentChild, ComponentChildren } from 'preact';
import type { Role } from '../../registry/records.js';
import { words } from '../../words/words.js';
import { Avatar } from '../parts/avatar.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { LookSwitch } from './bar.js';
import { maxWords } from './search-form.js';

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
    <section class="side" id="nav" popover="auto" aria-label={words().frame.menu} data-base={base}>
      <div class="row between only-s head">
        {logo}
        <Button
          icon="x"
          iconSize="l"
          class="btn ic quiet"
          popovertarget="nav"
          aria-label={words().frame.closeNavigation}
        />
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

export interface AccountProps {
  readonly name: string;
  /** Role in the brand. Absent on a page without a brand. */
  readonly role?: Role | undefined;
  /** Address of the person's own page, which also signs out. */
  readonly meHref: string;
  /** Whether the menu offers a passkey. */
  readonly isOfferedPasskey?: boolean | undefined;
}

export function Person({ name, role, meHref }: AccountProps) {
  return (
    <>
      <Avatar name={name} />
      <span class="grow">
        {name}
        <small class="dim">{role !== undefined && words().common.roles[role]}</small>
      </span>
      <form method="post" action={meHref}>
        <button type="submit" class="btn sm quiet">
          {words().common.signOut}
        </button>
      </form>
    </>
  );
}

/** Menu of the person who is signed in. */
export function Account(props: AccountProps) {
  const { frame, passkeys } = words();
  const { addPasskeyHint, accountAndPasskeys } = frame;
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
            {passkeys.add}
            <small>{addPasskeyHint}</small>
          </span>
        </a>
      )}
      <a class="it" href={props.meHref}>
        <Icon name="user" />
        {accountAndPasskeys}
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
  const { searchLabel, closeSearch, choose, open } = words().frame;
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
        <Button data-close aria-label={closeSearch}>
          <kbd>Esc</kbd>
        </Button>
      </form>
      <div class="res results" />
      <footer>
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {choose}
        </span>
        <span>
          <kbd>↵</kbd>
          {open}
        </span>
        <span class="end" role="status" />
      </footer>
    </dialog>
  );
}
