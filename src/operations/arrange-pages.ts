import { newBlockId } from '../content/blocks/block-id.js';
import type { StoredBlock } from '../content/blocks/block-type.js';
import { mapChildren } from '../content/blocks/children.js';
import { Visibility } from '../content/brand.js';
import { positionAtEnd } from '../content/catalog/catalog.js';
import { readTag } from '../content/language-tags.js';
import { positionBetween, siblingAfter } from '../content/navigation.js';
import { maxSlugLength, maxTitleLength, Page, type PageFile, pageDetails } from '../content/page.js';
import { reportLineBreaks, slugOf } from '../content/page-rules.js';
import { Input, Nullable, type Static, Type } from '../validation/schema.js';
import { outcome } from './engine/draft.js';
import { type Body, fields, noBody, pageId } from './engine/input.js';
import { write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import { checkCover } from './page-cover.js';
import { PageMove, placeFields, placeFor } from './page-place.js';
import { changePage, pageAnswer, pageName, parentName, replayPage, reportPageLimit } from './pages.js';
import { pageInLanguage, putOverlays, translationsChoice } from './translations/page-language.js';

const slugField = Type.String({ maxLength: maxSlugLength });

/** `null`: the brand's. */
const languageField = Nullable(Type.String());

const PageArrangement = Input({
  ...PageMove.properties,
  slug: Type.Optional(slugField),
  visibility: Type.Optional(Visibility),
  language: Type.Optional(languageField),
  translations: translationsChoice,
  ...pageDetails,
});
type PageArrangement = Static<typeof PageArrangement>;

/** A write of where a page is, its slug, who sees it, its language, summary and cover. A slug no longer follows the title. */
const arrangement = <Sent extends PageArrangement>(name: string, summary: string, body: Body<Sent>) =>
  changePage({
    name,
    summary,
    body,
    async check(draft, { page, sent }, violations) {
      const isMoved = name === 'pages.move' || placeFields.some((field) => sent[field] !== undefined);
      const place = isMoved ? placeFor(draft, page, sent, violations) : null;
      const { slug, visibility, language } = sent;
      reportLineBreaks('slug', slug, violations);
      const next = slug === undefined ? null : slugOf(draft.catalog, { slug }, draft.now, violations, page.id);
      const { summary, cover } = sent;
      reportLineBreaks('summary', summary, violations);
      checkCover(draft, cover, [page], violations);
      const tag = language ? readTag('language', language, violations) : language;
      return {
        place,
        ...(next !== null && { slug: next }),
        ...(visibility && { visibility }),
        ...(summary !== undefined && { summary }),
        ...(cover !== undefined && { cover }),
        ...(tag !== undefined && {
          inLanguage: await pageInLanguage(draft, page, tag, sent.translations, violations),
        }),
      };
    },
    change(draft, { page, checked: { place, inLanguage, ...others } }) {
      if (inLanguage !== undefined) putOverlays(draft, page.id, inLanguage.overlays);
      const changes: Partial<PageFile> = { ...others, ...inLanguage?.page };
      const name = pageName(page);
      const { slug, visibility, language } = changes;
      /** Each change as a subject of its own, and as a part of one. */
      const subjects: [whole: string, part: string][] = [];
      if (place !== null) {
        const parent = parentName(draft, place.parent_id);
        const to = `${place.parent_id === null ? 'to' : 'under'} ${parent}`;
        if (place.parent_id === page.parent_id) subjects.push([`Move ${name} within ${parent}`, 'change the place']);
        else subjects.push([`Move ${name} ${to}`, `move ${to}`]);
      }
      if (slug !== undefined) subjects.push([`Change the slug of ${name} to ${slug}`, 'change the slug']);
      if (visibility !== undefined) subjects.push([`Make ${name} ${visibility}`, `make it ${visibility}`]);
      if (language === null) subjects.push([`Clear the language of ${name}`, 'clear the language']);
      else if (language !== undefined)
        subjects.push([`Change the language of ${name} to ${language}`, 'change the language']);
      for (const field of ['summary', 'cover'] as const)
        if (changes[field] !== undefined && changes[field] !== page[field])
          subjects.push([`Change the ${field} of ${name}`, `change the ${field}`]);
      const [first, second] = subjects;
      const parts = subjects.map(([, part]) => part).join(', ');
      const subject = first && !second ? first[0] : `Change ${name}: ${parts}`;
      return [{ ...place, ...changes }, subject, visibility && !second ? outcome(visibility) : []];
    },
  });

export const movePage = arrangement('pages.move', 'Move a page in the navigation', fields(PageMove));

export const setVisibility = arrangement(
  'pages.visibility',
  'Set who sees a page',
  fields(Input({ visibility: Visibility })),
);

export const setSlug = arrangement('pages.slug', "Set a page's slug", fields(Input({ slug: slugField })));

export const setLanguage = arrangement(
  'pages.language',
  "Set a page's language",
  fields(Input({ language: languageField, translations: translationsChoice })),
);

/** Sets place, slug, visibility, language, summary and cover in one commit. */
export const arrangePage = arrangement(
  'pages.arrange',
  "Set a page's place, slug, readers, language, summary and cover",
  fields(PageArrangement),
);

/** A copy of a page with new block ids, next to it. Like every new page, it is hidden until it is shown. */
export const duplicatePage = write({
  name: 'pages.duplicate',
  summary: 'Duplicate a page',
  params: { page: pageId },
  body: noBody,
  answers: Page,
  async check(draft, { params }, violations) {
    const { catalog, now } = draft;
    const page = await draft.page(params.page);
    if (page.type === 'container') violations.add('page', 'A chapter cannot be duplicated: duplicate its pages.');
    reportPageLimit(draft, violations);
    const title = `${[...page.title].slice(0, maxTitleLength - copied.length).join('')}${copied}`;
    const slug = slugOf(catalog, { title }, now, violations);
    return slug === null ? null : { page, title, slug, blocks: withNewIds(page.blocks) };
  },
  expects: () => resources.pages,
  apply(draft, { checked: { page, ...copy } }) {
    const { navigation } = draft.catalog;
    const between = positionBetween(page, siblingAfter(navigation, page));
    const position = between ?? positionAtEnd(draft.catalog, page.parent_id);
    const id = draft.nextId('page');
    const added: PageFile = { ...page, ...copy, id, position, visibility: 'hidden', updated_at: null };
    return pageAnswer(draft.putPage(null, added, `Add ${pageName(added)}`));
  },
  replay: replayPage,
});

const copied = ' (copy)';

const withNewIds = (blocks: readonly StoredBlock[]): readonly StoredBlock[] =>
  blocks.map((block) => ({ ...block, id: newBlockId(), data: mapChildren(block, withNewIds) }));
