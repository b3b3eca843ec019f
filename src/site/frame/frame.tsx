import type { ComponentChild, ComponentChildren } from 'preact';
import { languageOf } from '../../content/language-tags.js';
import { visible } from '../../lib/display-safety.js';
import type { WaitingRow } from '../../operations/waiting.js';
import { type BrandRecord, type PersonRecord, type Role, roleIn } from '../../registry/records.js';
import type { Principal } from '../../registry/sessions.js';
import { brandWorkspace, mePath, workspacePrefix } from '../../service/workspace-addresses.js';
import { words } from '../../words/words.js';
import { address, addressedPart, type Fields } from '../addresses.js';
import type { BrandContext } from '../context.js';
import { type InLanguage, mayTranslate } from '../languages.js';
import { Icon } from '../parts/icon.js';
import { iconsOf } from '../read/framed.js';
import type { PageReply } from '../replies.js';
import { AccountButton, Bar, Logo, mayEdit, Named, Places, TopBar } from './bar.js';
import { draftedPages } from './draft-note.js';
import { Account, type AccountProps, Drawer, Person, SearchDialog } from './drawer.js';
import { Footer } from './footer.js';
import { langOf } from './language.js';
import { LinkPreview, NamePreview } from './link-preview.js';
import { Navigation, type NavigationProps } from './navigation.js';
import { Rail } from './rail.js';
import { renderDocument } from './render.js';
import { type Colleague, Rights } from './rights.js';
import { type FrameAssets, type LanguageLinks, Shell } from './shell.js';
import { askedOfPerson, proposalsIn } from './waiting.js';

/** Page of a portal. */
export async function renderReading(page: PageReply, context: BrandContext, assets: FrameAssets): Promise<string> {
  const { title, body, pageId, onlyIn, into, isWide, isBare, formHref } = page;
  const { name, catalog } = context;
  const { language = languageOf(catalog) } = page;
  // Titles of other pages are words of the frame.
  const titleLang = page.language === undefined && title !== name ? {} : langOf(language);
  const isPreview = context.visitor?.preview !== undefined;
  const editHref = page.isElsewhere ? context.href(`/-/page/${pageId}#edit`) : page.editHref;
  // Home and pages are offered in another language, other places are not.
  const inLanguages = page.inLanguages ?? context.placeInLanguages().map((place) => ({ ...place, isWritten: false }));
  const isUnlisted = page.isUnlisted || isPreview;
  const links =
    page.inLanguages === undefined || context.language === null ? undefined : languageLinks(context, page.inLanguages);
  const shell = {
    title: title === name ? name : `${title} – ${name}`,
    lang: titleLang,
    description: page.description,
    assets,
    portal: context,
    icons: iconsOf(context),
    head: context.isOpen && !isUnlisted && (
      <LinkPreview context={context} page={page} language={language} canonical={links?.canonical} />
    ),
    isUnlisted,
    hasWorkStyle: page.isForWork,
    links,
  };
  if (isBare) {
    const bare = (
      <Shell {...shell}>
        <main class="page" id="main" tabIndex={-1} />
      </Shell>
    );
    return context.means.shownIn(await renderDocument(bare, body));
  }
  const { length: waiting } = await askedOfPerson(context);
  const side = <Side {...{ context, pageId, onlyIn, waiting }} drafted={await draftedPages(context)} />;
  const document = (
    <Shell {...shell}>
      <Bar {...{ context, pageId, onlyIn, into, editHref, formHref, waiting, inLanguages, assets }} />
      {isPreview && (
        <aside class="preview" aria-label={words().common.preview}>
          <Icon name="eye" />
          {words().frame.preview}
        </aside>
      )}
      {isWide ? (
        <>
          {side}
          <main id="main" tabIndex={-1} />
          <Footer context={context} />
        </>
      ) : (
        <div class="app">
          {side}
          <main
            class="page"
            id="main"
            tabIndex={-1}
            dir={directionOf(title, context.language === null ? null : language)}
          />
          <Footer context={context} />
        </div>
      )}
      {context.person !== null && <Account {...accountOf(context)} />}
      <SearchDialog base={context.base} action={context.href('/-/search')} />
    </Shell>
  );
  return context.means.shownIn(await renderDocument(document, body));
}

/** Addresses for search engines, which are told only of languages that the page is written in. */
function languageLinks(
  { origin, language, languages: [own] }: BrandContext,
  places: readonly InLanguage[],
): LanguageLinks {
  const written = places.filter(({ isWritten }) => isWritten);
  const original = written.find(({ isOriginal }) => isOriginal) ?? places[0];
  const hrefOf = (tag: string | null | undefined) =>
    written.find((place) => place.tag === tag)?.href ?? original?.href ?? '/';
  const tags =
    written.length < 2 ? [] : [...written.map(({ tag }) => [tag, tag] as const), ['x-default', own] as const];
  return {
    canonical: origin + hrefOf(language),
    alternates: tags.map(([name, tag]) => [name, origin + hrefOf(tag)] as const),
  };
}

const rightToLeft = /^(?:Arab|Hebr|Syrc|Thaa|Nkoo|Adlm)$/;

/** Direction in which a text is read: by the script of its language, else by its first letter. */
function directionOf(text: string, language: string | null): 'rtl' | undefined {
  if (language !== null) return rightToLeft.test(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : undefined;
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    letter,
  )
    ? 'rtl'
    : undefined;
}

interface SideProps extends NavigationProps {
  /** Number of things that wait for the person. */
  readonly waiting: number;
}

/** Column of the pages. */
function Side({ waiting, ...props }: SideProps) {
  const { context } = props;
  return (
    <Drawer
      base={context.base}
      logo={<Logo context={context} />}
      places={
        mayTranslate(context.actor) && <Places context={context} at="portal" waiting={waiting} class="seg only-s" />
      }
      foot={
        context.person === null ? (
          <a class="btn" href={context.signInHref}>
            {words().common.signIn}
          </a>
        ) : (
          <Person {...accountOf(context)} />
        )
      }
    >
      <Navigation {...props} />
    </Drawer>
  );
}

const accountOf = ({ person, actor, workspaceOrigin, isOfferedPasskey }: BrandContext): AccountProps => ({
  name: person?.name ?? '',
  role: actor.role,
  meHref: `${workspaceOrigin ?? ''}${mePath}`,
  isOfferedPasskey,
});

/** Page of the workspace. */
interface Work {
  /** `null` without a session. */
  readonly principal: Principal | null;
  readonly brand: BrandRecord | null;
  /** The brand as this person sees it; `null` if the page has none, or it could not be read. */
  readonly portal: BrandContext | null;
  readonly path: string;
  /** Params of the path. */
  readonly params: Fields;
  /** People of the brand with a higher role than this person. */
  readonly peopleToAsk: readonly Colleague[];
  /** Things that others wait for from this person. */
  readonly waiting: readonly WaitingRow[];
}

/** Keeps browsers from asking for an icon. */
const noIcon = { rel: 'icon', href: 'data:,' } as const;

export function renderWork(page: PageReply, work: Work, assets: FrameAssets): Promise<string> {
  const { title, body, refresh, isDoor, isWide, isUnlisted = false } = page;
  const { principal, brand, portal, peopleToAsk, params } = work;
  const name = visible(portal?.name ?? brand?.slug ?? '');
  const main = <main class={isDoor ? 'door' : isWide ? 'work is-wide' : 'work'} id="main" tabIndex={-1} />;
  const shell = {
    title: [title, name, words().common.product].filter(Boolean).join(' – '),
    assets,
    portal,
    icons: portal === null ? [noIcon] : iconsOf(portal),
    refresh,
    isUnlisted,
    isWork: true,
  };
  const document = (
    <Shell {...shell}>
      {principal === null ? (
        <>
          <header class="top">
            <ProductLogo />
          </header>
          {main}
        </>
      ) : (
        <Around work={work} person={principal.person}>
          {main}
          {brand !== null && <Rights role={roleOf(principal.person, brand)} people={peopleToAsk} />}
        </Around>
      )}
      <NewerVersionNotice
        brand={portal && mayEdit(portal) ? brand : null}
        commit={portal?.commit ?? null}
        params={params}
      />
    </Shell>
  );
  return renderDocument(document, body);
}

interface AroundProps {
  readonly work: Work;
  readonly person: PersonRecord;
  readonly children: ComponentChildren;
}

/** Bar and rail around a page. */
function Around({ work: { brand, portal, path, waiting }, person, children }: AroundProps) {
  const role = roleOf(person, brand);
  const logo = portal === null ? <ProductLogo /> : <Logo context={portal} />;
  const workHref = `${brand === null ? workspacePrefix : brandWorkspace(brand.slug)}/search`;
  const searchHref = portal === null || mayEdit(portal) ? workHref : portal.href('/-/search');
  const account = { name: person.name, role: brand === null ? undefined : role, meHref: mePath };
  const label = portal === null ? words().rail.search : undefined;
  return (
    <>
      <TopBar logo={logo} searchHref={searchHref} label={label}>
        {portal && <Places context={portal} at="workspace" waiting={waiting.length} class="seg not-s" />}
        <AccountButton name={person.name} />
      </TopBar>
      <div class="app">
        <Drawer
          base={searchHref}
          logo={logo}
          places={portal && <Places context={portal} at="workspace" waiting={waiting.length} class="seg only-s" />}
          foot={<Person {...account} />}
        >
          <Rail person={person} brand={brand} role={role} path={path} waiting={proposalsIn(waiting)} />
        </Drawer>
        <div>{children}</div>
      </div>
      <Account {...account} />
      {portal && <SearchDialog base={portal.base} action={portal.href('/-/search')} />}
    </>
  );
}

const ProductLogo = () => (
  <a class="logo" href={workspacePrefix}>
    <span>{words().common.product}</span>
  </a>
);

type Watched = Pick<Work, 'brand' | 'params'> & { readonly commit: string | null };

/** Live region, which the script fills when the brand, or the part that the page shows, has a newer version. */
function NewerVersionNotice({ brand, commit, params }: Watched) {
  // The page of a commit has no newer version.
  if (brand === null || commit === null || params.commit !== undefined) return null;
  const home = brandWorkspace(brand.slug);
  const { scope, base } = addressedPart(params);
  return (
    <div
      role="status"
      class="live"
      data-watch={address(`${home}/newer`, { than: commit, ...scope })}
      data-compare={base === '' ? undefined : address(`${home}${base}/compare`, { from: commit })}
    />
  );
}

const roleOf = (person: PersonRecord, brand: BrandRecord | null): Role =>
  (brand === null ? person.operator && 'admin' : roleIn(person, brand.slug)) || 'viewer';

interface PlainPage {
  readonly title: string;
  readonly body: ComponentChild;
  /** The brand whose logo, or name, is in the bar. Default: the product's name. */
  readonly face?: BrandContext | undefined;
  /** Address of the form to sign in. Without it, the bar has no link to it. */
  readonly signInHref?: string;
  /** Address to which the browser goes immediately. */
  readonly refresh?: string;
}

/** Page that belongs to no portal, in the clothes of the product. */
export function renderPlain(
  { title, body, face, signInHref, refresh }: PlainPage,
  assets: FrameAssets,
): Promise<string> {
  const name = face?.name ?? words().common.product;
  const document = (
    <Shell
      title={title === name ? title : `${title} – ${name}`}
      assets={assets}
      head={face && <NamePreview name={name} />}
      refresh={refresh}
      isUnlisted
    >
      <header class="top">
        {face === undefined ? (
          <a class="logo" href="/">
            <span>
              <Named name={name} />
            </span>
          </a>
        ) : (
          <Logo context={face} />
        )}
        <div class="top-end">
          {signInHref !== undefined && (
            <a class="btn" href={signInHref}>
              {words().common.signIn}
            </a>
          )}
        </div>
      </header>
      <main class="page" id="main" tabIndex={-1} />
      {face !== undefined && <Footer context={face} isOfGate />}
    </Shell>
  );
  return renderDocument(document, body);
}
