import { idsReferredTo } from '../../content/blocks/references.js';
import type { Catalog, PageRecord } from '../../content/catalog/catalog.js';
import { fileTypeOf } from '../../content/files/types.js';
import { hexColor } from '../../content/hex-color.js';
import { derived } from '../../lib/derived.js';
import { plural } from '../../lib/plural.js';
import { linkTo } from '../blocks/html.js';
import type { HtmlReply, PortalContext } from '../context.js';
import { Icon } from '../parts/icon.js';
import { hasPicture, MediumPicture } from '../parts/picture.js';
import { treeOf } from '../tree.js';

export function homePage(context: PortalContext): HtmlReply {
  const { name, catalog } = context;
  const chapters = treeOf(catalog)
    .children(null)
    .filter(({ type }) => type === 'container');
  const shown = chapters.length > 0 ? chapters : treeOf(catalog).children(null);
  return {
    title: name,
    isWide: true,
    body: (
      <>
        <Cover context={context} />
        <div class="home">
          <QuickWays context={context} />
          <h2>{chapters.length > 0 ? 'Chapters' : 'Pages'}</h2>
          <div class="chap">
            {shown.slice(0, maxCards).map((page) => (
              <Card key={page.id} context={context} page={page} />
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
  readonly context: PortalContext;
}

function Cover({ context }: HomeProps) {
  const { name, catalog } = context;
  const { sentence, cover, buttons } = catalog.portal;
  return (
    <section class="cover">
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
        {sentence !== '' && <p>{sentence}</p>}
        {buttons.length > 0 && (
          <div class="row wrap gap12">
            {buttons.map(({ label, url }, at) => (
              <a key={label} class={`btn lg ${at === 0 ? 'a' : 'b'}`} {...linkTo(url)}>
                {label}
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

/** Pages by what they show, for the ways to logo, colours and typefaces. */
const placesOf = derived((catalog: Catalog) => {
  const { portal } = catalog;
  const places: { logo?: PageRecord; colors?: PageRecord; type?: PageRecord } = {};
  let most = 0;
  for (const page of treeOf(catalog).read) {
    const isLogo = idsReferredTo(page.refs, 'media').some((id) => id === portal.logo_light || id === portal.logo_dark);
    if (isLogo || (/\blogos?\b/i.test(page.title) && / m\d/.test(page.refs))) places.logo ??= page;
    const colors = idsReferredTo(page.refs, 'color').length;
    if (colors > most) [most, places.colors] = [colors, page];
    if (/typefaces?|fonts?|schrift/i.test(page.title)) places.type ??= page;
  }
  return places;
});

function QuickWays({ context }: HomeProps) {
  const { catalog, pageHref } = context;
  const { logo, colors, type } = placesOf(catalog);
  const families = [...new Set((catalog.brand?.theme.fonts ?? []).map(({ family }) => family))];
  const files =
    logo === undefined ? [] : idsReferredTo(logo.refs, 'media').flatMap((id) => catalog.files.get(id) ?? []);
  const kinds = [...new Set(files.map(({ name }) => (fileTypeOf(name)?.extension ?? '').toUpperCase()))];
  return (
    <div class="quick">
      {logo !== undefined && (
        <a href={pageHref(logo.slug)}>
          <span class="pic deep">
            <LogoArt context={context} />
          </span>
          <Words title="Logo" text={[plural(files.length, 'file'), kinds.slice(0, 4).join(', ')].join(' · ')} />
        </a>
      )}
      {colors !== undefined && (
        <a href={pageHref(colors.slug)}>
          <Strip hexes={hexesOf(catalog).slice(0, 4)} class="chips" />
          <Words title="Colours" text={`${plural(catalog.colors.size, 'colour')}, a click copies`} />
        </a>
      )}
      {type !== undefined && families.length > 0 && (
        <a href={pageHref(type.slug)}>
          <span class="pic aa" aria-hidden="true">
            Aa
          </span>
          <Words title="Typefaces" text={families.slice(0, 4).join(', ')} />
        </a>
      )}
    </div>
  );
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <span class="grow">
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <Icon name="arrow-right" />
    </>
  );
}

function LogoArt({ context }: HomeProps) {
  const { logo_dark, logo_light } = context.catalog.portal;
  const id = [logo_dark, logo_light].find((one) => hasPicture(context, one));
  return id == null ? null : <MediumPicture context={context} id={id} alt="" sizes="120px" />;
}

/** Upper bound on colours of a strip. */
const maxStrip = 6;

const hexesOf = derived(({ colors }: Catalog) =>
  [...colors.values()]
    .sort((a, b) => a.id - b.id)
    .map(({ hex }) => hex)
    .filter((hex) => hexColor.test(hex))
    .slice(0, maxStrip),
);

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
}

function Card({ context, page }: CardProps) {
  const { catalog, pageHref } = context;
  const titles = treeOf(catalog)
    .children(page.id)
    .slice(0, 4)
    .map(({ title }) => title);
  return (
    <a href={pageHref(page.slug)}>
      <Art context={context} page={page} />
      <div>
        <b>{page.title}</b>
        {titles.length > 0 && <p>{titles.join(', ')}</p>}
      </div>
    </a>
  );
}

/** Palette of a chapter that has the most colours; else the first picture of a chapter, a specimen, or the brand's logo. */
function Art({ context, page }: CardProps) {
  const { picture, hasColors, hasType } = artOf(context, page);
  const hexes = hasColors ? hexesOf(context.catalog) : [];
  if (picture !== null && hexes.length === 0) {
    const isDrawing = context.catalog.files.get(picture)?.name.endsWith('.svg');
    return (
      <div class={isDrawing ? 'art drawn' : 'art'}>
        <MediumPicture context={context} id={picture} alt="" sizes="(max-width: 860px) 100vw, 400px" />
      </div>
    );
  }
  if (hexes.length > 0) {
    return (
      <div class="art">
        <Strip hexes={hexes} />
      </div>
    );
  }
  if (hasType) {
    return (
      <div class="art aa" aria-hidden="true">
        <span>
          Aa<i>é</i>
        </span>
      </div>
    );
  }
  return (
    <div class="art deep">
      <LogoArt context={context} />
    </div>
  );
}

function artOf(context: PortalContext, chapter: PageRecord) {
  const { catalog } = context;
  const { colors, type } = placesOf(catalog);
  const pages = [chapter, ...treeOf(catalog).children(chapter.id).slice(0, 50)];
  const media = pages.flatMap(({ refs }) => idsReferredTo(refs, 'media'));
  const has = (page: PageRecord | undefined): boolean => page !== undefined && pages.includes(page);
  return { picture: media.find((id) => hasPicture(context, id)) ?? null, hasColors: has(colors), hasType: has(type) };
}
