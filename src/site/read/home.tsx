import { idsReferredTo } from '../../content/blocks/references.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { contrastRatio } from '../../content/contrast.js';
import { fileTypeOf } from '../../content/files/types.js';
import { colorValue, hexColor } from '../../content/hex-color.js';
import { derived } from '../../lib/derived.js';
import { counted, words } from '../../words/words.js';
import { linkIn } from '../blocks/block-view.js';
import type { BrandContext } from '../context.js';
import { doneNote } from '../frame/done-note.js';
import { InLanguage } from '../frame/language.js';
import { treeOf } from '../frame/tree.js';
import { Icon } from '../parts/icon.js';
import { groundOf, hasPicture, MediumPicture } from '../parts/picture.js';
import type { PageReply } from '../replies.js';

export async function homePage(context: BrandContext): Promise<PageReply> {
  const { name, catalog } = context;
  const texts = words().reading.home;
  const chapters = treeOf(catalog)
    .children(null)
    .filter(({ type }) => type === 'container');
  const shown = (chapters.length > 0 ? chapters : treeOf(catalog).children(null)).slice(0, maxCards);
  const arts = artsOf(context, shown);
  return {
    title: name,
    isWide: true,
    inLanguages: context.placeInLanguages(),
    body: (
      <>
        <Cover context={context} />
        <div class="home">
          {await doneNote(context)}
          <QuickWays context={context} />
          <h2>{chapters.length > 0 ? texts.chapters : texts.pages}</h2>
          <div class="chap">
            {shown.map((page, at) => (
              <Card key={page.id} context={context} page={page} art={arts[at]} />
            ))}
          </div>
        </div>
      </>
    ),
  };
}

/** Upper bound on cards; the navigation has the rest. */
const maxCards = 60;

interface HomeProps {
  readonly context: BrandContext;
}

function Cover({ context }: HomeProps) {
  const { name, catalog } = context;
  const { sentence, cover } = catalog.portal;
  const buttons = catalog.portal.buttons.filter(({ url }) => linkIn(context, url).href !== undefined);
  return (
    <section class="cover" {...context.lang()}>
      {hasPicture(context, cover) && (
        <MediumPicture
          context={context}
          id={cover}
          alt={catalog.media.get(cover)?.title ?? ''}
          sizes={coverSizes}
          isFirst
        />
      )}
      <div>
        <h1>{name}</h1>
        {sentence !== '' && <p {...context.langOfText('sentence')}>{sentence}</p>}
        {buttons.length > 0 && (
          <div class="row wrap gap12">
            {buttons.map((button, at) => (
              <a key={button.label} class={`btn lg ${at === 0 ? 'a' : 'b'}`} {...linkIn(context, button.url)}>
                <InLanguage {...context.langOfText(`buttons.${catalog.portal.buttons.indexOf(button)}.label`)}>
                  {button.label}
                </InLanguage>
                <Icon name="arrow-right" />
              </a>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

const coverSizes = '(max-width: 860px) 100vw, 64vw';

/** Pages by their content, for the ways to logo, colours and typefaces. */
const placesOf = derived((catalog: Catalog) => {
  const { portal } = catalog;
  const places: { logo?: PageRecord; colors?: PageRecord; type?: PageRecord } = {};
  const isNamed = (id: number): boolean => {
    const { title, caption } = catalog.media.get(id) ?? {};
    return catalog.files.has(id) && /\blogos?\b/i.test(`${title ?? ''} ${caption ?? ''}`);
  };
  let most = 0;
  let named: PageRecord | undefined;
  for (const page of treeOf(catalog).read) {
    const media = idsReferredTo(page.refs, 'media');
    const isLogo = media.some((id) => id === portal.logo_light || id === portal.logo_dark);
    if (isLogo || (/\blogos?\b/i.test(page.title) && / m\d/.test(page.refs))) places.logo ??= page;
    if (media.some(isNamed)) named ??= page;
    const colors = idsReferredTo(page.refs, 'color').length;
    if (colors > most) [most, places.colors] = [colors, page];
    if (/typefaces?|fonts?|schrift/i.test(page.title)) places.type ??= page;
  }
  return { ...places, logo: places.logo ?? named };
});

/** `placesOf` the source, whose titles say what a page is of. */
function placesIn({ catalog, source }: BrandContext) {
  const { logo, colors, type } = placesOf(source);
  const shown = (page: PageRecord | undefined) => page && catalog.pages.get(page.id);
  return { logo: shown(logo), colors: shown(colors), type: shown(type) };
}

function QuickWays({ context }: HomeProps) {
  const { catalog, pageHref } = context;
  const texts = words().reading.home;
  const { logo, colors, type } = placesIn(context);
  const families = [...new Set((catalog.brand?.theme.fonts ?? []).map(({ family }) => family))];
  const files =
    logo === undefined ? [] : idsReferredTo(logo.refs, 'media').flatMap((id) => catalog.files.get(id) ?? []);
  const kinds = [...new Set(files.map(({ name }) => (fileTypeOf(name)?.extension ?? '').toUpperCase()))];
  return (
    <div class="quick">
      {logo !== undefined && (
        <a href={pageHref(logo.slug)}>
          <LogoSign context={context} page={logo} />
          <Words
            title={texts.logo}
            text={[counted(texts.files, files.length), kinds.slice(0, 4).join(', ')].join(' · ')}
          />
        </a>
      )}
      {colors !== undefined && (
        <a href={pageHref(colors.slug)}>
          <Strip hexes={hexesOf(catalog).slice(0, 4)} class="chips" />
          <Words title={texts.colors} text={counted(texts.colorsText, catalog.colors.size)} />
        </a>
      )}
      {type !== undefined && families.length > 0 && (
        <a href={pageHref(type.slug)}>
          <span class="pic aa" aria-hidden="true">
            Aa
          </span>
          <Words title={texts.typefaces} text={families.slice(0, 4).join(', ')} />
        </a>
      )}
    </div>
  );
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <span class="grow">
        <b>{title}</b> <small>{text}</small>
      </span>
      <Icon name="arrow-right" />
    </>
  );
}

/** The drawing of a page that is nearest to a square, which shows most in a small frame; else the brand's logo. */
function LogoSign({ context, page }: HomeProps & { readonly page: PageRecord }) {
  const { media } = context.catalog;
  const squareness = (id: number): number => {
    const { width, height } = media.get(id) ?? {};
    return Math.abs(Math.log((width || 1) / (height || 1)));
  };
  const [id] = idsReferredTo(page.refs, 'media')
    .filter((page) => hasPicture(context, page) && groundOf(context, page) !== '')
    .sort((a, b) => squareness(a) - squareness(b));
  return (
    <span class={`pic ${id === undefined ? 'deep' : groundOf(context, id)}`}>
      {id === undefined ? (
        <LogoArt context={context} />
      ) : (
        <MediumPicture context={context} id={id} alt="" sizes="72px" />
      )}
    </span>
  );
}

function LogoArt({ context }: HomeProps) {
  const { logo_dark, logo_light } = context.catalog.portal;
  const id = [logo_dark, logo_light].find((logo) => hasPicture(context, logo));
  return id == null ? null : <MediumPicture context={context} id={id} alt="" sizes="120px" />;
}

/** Upper bound on colours of a strip. */
const maxStrip = 6;

/** Colours that a strip shows: bright ones first; those that look like paper only where there are few others. */
const hexesOf = derived(({ colors }: Catalog) => {
  const hexes = [...colors.values()]
    .sort((a, b) => a.id - b.id)
    .map(({ hex }) => hex)
    .filter((hex) => hexColor.test(hex));
  const visible = hexes.filter((hex) => (contrastRatio(hex, '#ffffff') ?? 1) >= 1.2);
  const chosen = visible.length < 3 ? hexes : visible;
  return [...chosen.filter(isBright), ...chosen.filter((hex) => !isBright(hex))].slice(0, maxStrip);
});

/** Whether a colour is not grey. */
function isBright(hex: string): boolean {
  const components = colorValue(hex)?.components ?? [];
  return Math.max(...components) - Math.min(...components) >= 0.12;
}

/** Colours in a row. */
function Strip({ hexes, class: name }: { readonly hexes: readonly string[]; readonly class?: string }) {
  return (
    <svg class={name} viewBox={`0 0 ${hexes.length} 1`} preserveAspectRatio="none" aria-hidden="true">
      {hexes.map((hex, at) => (
        <rect key={at} x={at} width="1.01" height="1" fill={hex} />
      ))}
    </svg>
  );
}

interface CardProps extends HomeProps {
  readonly page: PageRecord;
  readonly art: ArtProps['art'] | undefined;
}

function Card({ context, page, art = 'logo' }: CardProps) {
  const { catalog, pageHref } = context;
  const below = treeOf(catalog).children(page.id).slice(0, 4);
  return (
    <a href={pageHref(page.slug)}>
      <Art context={context} art={art} />
      <div>
        <b>
          <bdi {...context.lang(page)}>{page.title}</bdi>
        </b>
        {below.length > 0 && (
          <p>
            {below.map((inside, at) => (
              <>
                {at > 0 && ', '}
                <bdi {...context.lang(inside)}>{inside.title}</bdi>
              </>
            ))}
          </p>
        )}
      </div>
    </a>
  );
}

interface ArtProps extends HomeProps {
  /** Id of a picture, or a drawing of the page itself. */
  readonly art: number | 'palette' | 'specimen' | 'logo';
}

function Art({ context, art }: ArtProps) {
  if (art === 'palette') {
    return (
      <div class="art">
        <Strip hexes={hexesOf(context.catalog)} />
      </div>
    );
  }
  if (art === 'specimen') {
    return (
      <div class="art aa" aria-hidden="true">
        <span>
          Aa<i>é</i>
        </span>
      </div>
    );
  }
  if (art === 'logo') {
    return (
      <div class="art deep">
        <LogoArt context={context} />
      </div>
    );
  }
  return (
    <div class={`art ${groundOf(context, art)}`.trimEnd()}>
      <MediumPicture context={context} id={art} alt="" sizes="(max-width: 860px) 100vw, 400px" />
    </div>
  );
}

/**
 * Art of chapters: the palette, for the chapter with most colours; else its first picture; else a specimen, for the
 * chapter of the typefaces. The first chapter without any of these shows the cover, unless another chapter does; the
 * rest show the logo.
 */
function artsOf(context: BrandContext, chapters: readonly PageRecord[]): readonly ArtProps['art'][] {
  const { cover } = context.catalog.portal;
  const arts = chapters.map((chapter) => artOf(context, chapter));
  const first = arts.indexOf('logo');
  if (first >= 0 && hasPicture(context, cover) && !arts.includes(cover)) arts[first] = cover;
  return arts;
}

function artOf(context: BrandContext, chapter: PageRecord): ArtProps['art'] {
  const { catalog } = context;
  const { colors, type } = placesIn(context);
  const pages = [chapter, ...treeOf(catalog).children(chapter.id).slice(0, 50)];
  const has = (page: PageRecord | undefined): boolean => page !== undefined && pages.includes(page);
  if (has(colors) && hexesOf(catalog).length > 0) return 'palette';
  const picture = pages.flatMap(({ refs }) => idsReferredTo(refs, 'media')).find((id) => hasPicture(context, id));
  return picture ?? (has(type) ? 'specimen' : 'logo');
}
