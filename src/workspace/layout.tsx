import type { ComponentChildren } from 'preact';
import { visible } from '../lib/display-safety.js';
import type { PortalContext } from '../portal/context.js';
import { AccountButton, Logo, Places, TopBar } from '../portal/parts/bar.js';
import { Account, Drawer, Person, SearchDialog } from '../portal/parts/frame.js';
import { type FrameAssets, Shell } from '../portal/parts/shell.js';
import { renderDocument } from '../portal/render.js';
import { themeHref } from '../portal/theme-sheet.js';
import { type BrandRecord, type PersonRecord, type Role, roleIn } from '../registry/records.js';
import type { Principal } from '../registry/sessions.js';
import { brandWorkspace, mePath, workspacePrefix } from '../service/workspace-addresses.js';
import { address, addressedPart, type Fields, type PageReply } from './context.js';
import { Rail } from './parts/rail.js';
import { type Colleague, Rights } from './parts/rights.js';

/** Document around the content of a page. */
interface Frame {
  readonly title: string;
  /** `null` without a session. */
  readonly principal: Principal | null;
  readonly brand: BrandRecord | null;
  /** The brand's portal as this person sees it; `null` if the page has no brand, or the brand cannot be read. */
  readonly portal: PortalContext | null;
  readonly path: string;
  /** Params of the path. */
  readonly params: Fields;
  /** People of the brand with a higher role than this person. */
  readonly peopleToAsk: readonly Colleague[];
  /** Number of proposals that wait for this person. */
  readonly toReview: number;
  /** Addresses of the files that every page of a portal loads. */
  readonly shared: FrameAssets;
  /** Addresses of the style sheet and the script of the workspace. */
  readonly assets: { readonly css: string; readonly script: string };
  /** Commit of the brand that the page shows; `null` if it shows no brand. */
  readonly commit: string | null;
  readonly refresh?: PageReply['refresh'] | undefined;
  readonly isDoor?: PageReply['isDoor'] | undefined;
  readonly isWide?: PageReply['isWide'] | undefined;
}

export function renderPage(frame: Frame, body: ComponentChildren): Promise<string> {
  return renderDocument(<Document frame={frame} />, body);
}

/** Document with an empty `main`. */
function Document({ frame }: { readonly frame: Frame }) {
  const { title, principal, brand, portal, peopleToAsk, shared, assets, refresh, isDoor, isWide } = frame;
  const name = visible(portal?.name ?? brand?.slug ?? '');
  const work = isWide ? 'work is-wide' : 'work';
  const main = <main class={isDoor ? 'door' : work} id="main" tabIndex={-1} />;
  return (
    <Shell
      title={[title, name, 'Brand Portal'].filter(Boolean).join(' – ')}
      assets={shared}
      sheets={[shared.css, assets.css, ...(portal === null ? [] : [themeHref(portal)])]}
      scripts={[shared.script, assets.script]}
      head={
        <>
          <meta name="color-scheme" content="light dark" />
          {refresh !== undefined && <meta http-equiv="refresh" content={`0; url=${refresh}`} />}
          <link rel="icon" href={portal === null ? 'data:,' : portal.href('/-/icon.svg')} />
          <script src={shared.look} />
        </>
      }
    >
      {principal === null ? (
        <>
          <header class="top">
            <ProductLogo />
          </header>
          {main}
        </>
      ) : (
        <Around frame={frame} person={principal.person}>
          {main}
          {brand !== null && <Rights role={roleOf(principal.person, brand)} people={peopleToAsk} />}
        </Around>
      )}
      <NewerVersionNotice frame={frame} />
    </Shell>
  );
}

interface AroundProps {
  readonly frame: Frame;
  readonly person: PersonRecord;
  readonly children: ComponentChildren;
}

/** Bar and rail around a page. */
function Around({ frame: { brand, portal, path, toReview }, person, children }: AroundProps) {
  const role = roleOf(person, brand);
  const logo = portal === null ? <ProductLogo /> : <Logo context={portal} />;
  const searchHref = `${brand === null ? workspacePrefix : brandWorkspace(brand.slug)}/search`;
  const account = { name: person.name, role: brand === null ? undefined : role, meHref: mePath };
  const label = portal === null ? 'Search your brands' : undefined;
  return (
    <>
      <TopBar logo={logo} searchHref={searchHref} label={label}>
        {portal && <Places context={portal} at="workspace" class="seg not-s" />}
        <AccountButton name={person.name} />
      </TopBar>
      <div class="app">
        <Drawer
          base={searchHref}
          logo={logo}
          places={portal && <Places context={portal} at="workspace" class="seg only-s" />}
          foot={<Person {...account} />}
        >
          <Rail person={person} brand={brand} role={role} path={path} toReview={toReview} />
        </Drawer>
        <div>{children}</div>
      </div>
      <Account {...account} />
      {portal && <SearchDialog base={portal.base} action={portal.href('/-/search')} />}
    </>
  );
}

function ProductLogo() {
  return (
    <a class="logo" href={workspacePrefix}>
      <span>Brand Portal</span>
    </a>
  );
}

/** Live region, which the script fills when the brand, or the part that the page shows, has a newer version. */
function NewerVersionNotice({ frame: { brand, commit, params } }: { readonly frame: Frame }) {
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
