import { idsReferredTo } from '../../content/blocks/references.js';
import { fileTypeOf } from '../../content/files/types.js';
import { counted, words } from '../../words/words.js';
import { linkIn } from '../blocks/block-view.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import { doneNote } from '../frame/done-note.js';
import { InLanguage } from '../frame/language.js';
import { treeOf } from '../frame/tree.js';
import { Icon } from '../parts/icon.js';
import { hasPicture, MediumPicture } from '../parts/picture.js';
import type { PageReply } from '../replies.js';
import { type Art, ArtView, artsOf, Strip, signArt, stripOf } from './art.js';
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
  const sign = logo === undefined ? null : signArt(context, logo);
  const shown = sign?.kind === 'pictures' ? sign.ids : [];
  const arts = artsOf(context, [...chapters, ...outside], [catalog.portal.cover, ...shown]);
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

function QuickWays({ context, sign }: HomeProps & { readonly sign: Art | null }) {
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
          {sign && <ArtView context={context} art={sign} sizes="72px" />}
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
          <ArtView context={context} art={{ kind: 'specimen' }} sizes="72px" />
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
