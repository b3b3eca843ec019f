import type { ComponentChild, ComponentChildren } from 'preact';
import { isAtLeast } from '../../registry/records.js';
import { Filled } from '../../words/filled.js';
import { words } from '../../words/words.js';
import { translatorsPlace } from '../addresses.js';
import type { BrandContext } from '../context.js';
import { type InLanguage, mayTranslate } from '../languages.js';
import { Avatar, initialsOf } from '../parts/avatar.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { hasPicture, MediumPicture } from '../parts/picture.js';
import { LanguageSwitch } from './language-switch.js';
import type { FrameAssets } from './shell.js';

interface BarProps {
  readonly context: BrandContext;
  /** Page that *Edit page* edits. */
  readonly pageId: number | undefined;
  /** Number of a proposal, as `PageReply` has it. */
  readonly onlyIn: number | undefined;
  /** Language, as `PageReply` has it. */
  readonly into: string | undefined;
  /** Address at which the page is edited, if that is another one. */
  readonly editHref: string | undefined;
  /** Address of a form, as `PageReply` has it. */
  readonly formHref: string | undefined;
  /** Number of things that wait for the person. */
  readonly waiting: number;
  /** The page in each language. */
  readonly inLanguages: readonly InLanguage[];
  readonly assets: Pick<FrameAssets, 'editing' | 'editor' | 'editorWords' | 'editorCss'>;
}

/** Head of every page of a portal: logo, search, and what this reader may do. */
export function Bar({ context, pageId, onlyIn, into, editHref, formHref, waiting, inLanguages, assets }: BarProps) {
  const { href, person, signInHref } = context;
  const { edit: editForm, editPage, translatePage, signIn } = words().common;
  const verb = formHref !== undefined ? editForm : into === undefined ? editPage : translatePage;
  const icon = into === undefined ? 'pencil' : 'languages';
  const isEditor = mayEdit(context);
  const edit = formHref ?? ((isEditor || into !== undefined) && pageId !== undefined && (editHref ?? '#edit'));
  // Addresses for the script that writes the page in place.
  const editing = edit === '#edit' && {
    'data-edit': assets.editor,
    'data-edit-words': assets.editorWords(words().language),
    'data-edit-css': assets.editorCss,
    'data-page': pageId,
    'data-only-in': onlyIn,
    'data-into': into,
    'data-viewer': isEditor ? undefined : '',
    'data-embeds-off': context.embedsOff?.join(' ') || undefined,
    'data-api': href('/-/workspace/api'),
    'data-base': context.base,
    'data-person': person?.id,
    'data-person-name': person?.name,
    'data-sign-in': signInHref,
  };
  const form = formHref === undefined ? undefined : '';
  return (
    <TopBar
      logo={<Logo context={context} />}
      searchHref={href('/-/search')}
      languages={<LanguageSwitch context={context} places={inLanguages} />}
    >
      <SelectionLink context={context} />
      {mayTranslate(context.actor) ? (
        <Places context={context} at="portal" waiting={waiting} class="seg not-s" />
      ) : (
        <Downloads context={context} />
      )}
      {edit && (
        <>
          {editing && <script type="module" src={assets.editing} />}
          <a class="btn go not-s" href={edit} aria-keyshortcuts="E" data-form={form} {...editing}>
            <Icon name={icon} />
            {verb}
          </a>
          <a class="btn ic quiet only-s" href={edit} aria-label={verb} data-form={form} {...editing}>
            <Icon name={icon} size="l" />
          </a>
        </>
      )}
      {person === null ? (
        <>
          <a class="btn not-s" href={signInHref}>
            {signIn}
          </a>
          <a class="btn ic quiet only-s" href={signInHref} aria-label={signIn}>
            <Icon name="log-in" size="l" />
          </a>
        </>
      ) : (
        <AccountButton name={person.name} />
      )}
    </TopBar>
  );
}

interface TopBarProps {
  readonly logo: ComponentChild;
  /** Address of the search without script. */
  readonly searchHref: string;
  readonly label?: string | undefined;
  /** Switch of the languages of a portal. */
  readonly languages?: ComponentChild;
  /** Content at the right, after the switch of the look. */
  readonly children: ComponentChildren;
}

/** Bar of portal and workspace. Its first button opens the drawer of a phone. */
export function TopBar({ logo, searchHref, label = words().frame.searchLabel, languages, children }: TopBarProps) {
  return (
    <header class="top">
      <Button
        icon="menu"
        iconSize="l"
        class="btn ic quiet only-s"
        popovertarget="nav"
        aria-label={words().frame.openNavigation}
      />
      {logo}
      <a class="find" href={searchHref} aria-label={label} aria-keyshortcuts="/ Meta+K Control+K">
        <Icon name="search" />
        <span>{label}</span>
        <kbd>/</kbd>
      </a>
      <div class="top-end">
        {languages}
        <LookSwitch class="not-s" />
        {children}
      </div>
    </header>
  );
}

/** Button that opens the menu of the person. */
export function AccountButton({ name }: { readonly name: string }) {
  return (
    <Button class="me" popovertarget="account">
      <Avatar name={name} />
      <span class="vh">
        <Filled text={words().frame.account} values={{ name: <bdi>{name}</bdi> }} />
      </span>
    </Button>
  );
}

/** Whether the reader works on the brand. */
export const mayEdit = ({ actor }: BrandContext): boolean =>
  actor.role !== undefined && isAtLeast(actor.role, 'editor');

/** Logo of the brand for light and for dark ground. A brand without a logo shows initials and name. */
export function Logo({ context }: { readonly context: BrandContext }) {
  const { name, href, catalog } = context;
  const { logo_light, logo_dark } = catalog.portal;
  const of = (id: number | null, isFirst: boolean) =>
    hasPicture(context, id) ? (
      <MediumPicture context={context} id={id} alt={name} sizes="200px" isFirst={isFirst} />
    ) : (
      <Named name={name} />
    );
  return (
    <a class="logo" href={href('/')}>
      <span class="on-light" {...context.lang()}>
        {of(logo_light, true)}
      </span>
      {/* On light ground it is not loaded. */}
      <span class="on-dark" {...context.lang()}>
        {of(logo_dark, false)}
      </span>
      <span class="vh">{words().frame.startPage}</span>
    </a>
  );
}

/** Initials and name of a brand that has no logo. */
export function Named({ name }: { readonly name: string }) {
  return (
    <>
      <span class="mark" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <bdi class="cut">{name}</bdi>
    </>
  );
}

interface PlacesProps extends BarPartProps {
  /** The place that is shown. */
  readonly at: 'portal' | 'workspace';
  /** Number of things that wait for the person. */
  readonly waiting: number;
  readonly class: string;
}

/** Switch between the two places of those who work on the brand. */
export function Places({ context, at, waiting, class: name }: PlacesProps) {
  const { places, portal, workspace } = words().frame;
  return (
    <nav class={name} aria-label={places}>
      <a href={context.href('/')} aria-current={at === 'portal' ? 'true' : undefined}>
        {portal}
      </a>
      <a
        href={context.href(mayEdit(context) ? '' : translatorsPlace)}
        aria-current={at === 'workspace' ? 'true' : undefined}
      >
        {workspace}
        {waiting > 0 && (
          <span class="count hot" title={words().overview.waiting}>
            {waiting}
          </span>
        )}
      </a>
    </nav>
  );
}

interface BarPartProps {
  readonly context: BrandContext;
}

/** Link to the page with the slug `downloads`; `null` if the brand has no such page. */
function Downloads({ context }: BarPartProps) {
  const page = context.pageNamed('downloads');
  if (page === undefined) return null;
  return (
    <a class="btn quiet not-s" href={context.pageHref(page.slug)}>
      <Icon name="download" />
      {words().frame.downloads}
    </a>
  );
}

/** Link to the visitor's own selection, which the script shows once something is in it. */
const SelectionLink = ({ context }: BarPartProps) => (
  <a class="btn quiet" href={context.href('/-/selection')} data-selection hidden>
    <Icon name="folder-plus" />
    <span class="num" />
  </a>
);

/** Switch between light and dark, shown where there is script. */
export function LookSwitch({ class: name = '' }: { readonly class?: string }) {
  return <Button icon="moon" class={`btn ic quiet ${name}`.trimEnd()} data-look aria-label={words().frame.look} />;
}
