import { idsReferredTo } from '../../content/blocks/references.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { fileTypeOf } from '../../content/files/types.js';
import { counted, words } from '../../words/words.js';
import { linkIn } from '../blocks/block-view.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import { doneNote } from '../frame/done-note.js';
import { InLanguage } from '../frame/language.js';
import { treeOf } from '../frame/tree.js';
import { Icon } from '../parts/icon.js';
import { groundOf, hasPicture, MediumPicture } from '../parts/picture.js';
import type { PageReply } from '../replies.js';
import { artsOf, Strip, stripOf } from './art.js';
import { Cards } from './card.js';
import { emptyPortal, isEmptyPortal } from './empty-portal.js';
import { placesIn } from './places.js';

export async function homePage(context: BrandContext): Promise<PageReply> {
  if (isEmptyPortal(context)) return emptyPortal(context);
  const { name, catalog } = context;
  const { home: texts, morePages } = words().reading;
  const all = treeOf(catalog).children(null);
  const chapters = all.filter(({ type }) => type === 'container').slice(0, maxCards);
  const outside = all.filter(({ type }) => type === 'guideline').slice(0, maxCards);
  const { logo } = placesIn(context);
  const isSource = context.language === null || context.language === context.languages[0];
  const sign = logo === undefined ? undefined : signOf(context, logo);
  const arts = artsOf(context, [...chapters, ...outside], [catalog.portal.cover, sign]);
  return {
    title: name,
    description: context.catalog.portal.sentence,
    isWide: true,
    inLanguages: context.placeInLanguages(),
    ...(mayEdit(context) && isSource && { formHref: context.href('/portal/home') }),
    body: (
      <>
        <Cover context={context} />
        <div class="home">
          {await doneNote(context)}
          <QuickWays context={context} sign={sign} />
          {chapters.length > 0 && (
            <>
              <h2>{texts.chapters}</h2>
              <Cards context={context} pages={chapters} arts={arts} />
            </>
          )}
          {outside.length > 0 && (
            <>
              <h2>{chapters.length > 0 ? morePages : texts.pages}</h2>
              <Cards context={context} pages={outside} arts={arts} />
            </>
          )}
          {all.length > 0 && (
            <p class="meta">
              <a href={context.href('/-/print')}>{words().print.printAll}</a>
            </p>
          )}
        </div>
      </>
    ),
  };
}

/** Upper bound on cards of chapters, and on those of pages; the navigation has the rest. */
const maxCards = 60;

interface HomeProps {
  readonly context: BrandContext;
}

/** A name with a long word, or of many letters, which the cover shows in a smaller step. */
const longName = /\S{13}|.{24}/u;

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
        <h1 class={longName.test(name) ? 'long' : undefined}>{name}</h1>
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

const coverSizes = '(max-width: 860px) 100vw, 56vw';

function QuickWays({ context, sign }: HomeProps & { readonly sign: number | undefined }) {
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
          <LogoSign context={context} id={sign} />
          <Words
            title={texts.logo}
            text={[counted(texts.files, files.length), kinds.slice(0, 4).join(', ')].join(' · ')}
          />
        </a>
      )}
      {colors !== undefined && (
        <a href={pageHref(colors.slug)}>
          <Strip hexes={stripOf(catalog.colors.values()).slice(0, 4)} class="chips" />
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

/** Drawing of a page that is nearest to a square, which shows most in a small frame. */
function signOf(context: BrandContext, page: PageRecord): number | undefined {
  const { media } = context.catalog;
  const squareness = (id: number): number => {
    const { width, height } = media.get(id) ?? {};
    return Math.abs(Math.log((width || 1) / (height || 1)));
  };
  const [id] = idsReferredTo(page.refs, 'media')
    .filter((id) => hasPicture(context, id) && groundOf(context, id) !== '')
    .sort((a, b) => squareness(a) - squareness(b));
  return id;
}

/** Sign of the way to the logo; without one, the brand's logo. */
function LogoSign({ context, id }: HomeProps & { readonly id: number | undefined }) {
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
