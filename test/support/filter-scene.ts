import { addCollection } from '../../src/operations/collections.js';
import { addEntry, editEntry } from '../../src/operations/context.js';
import { setLanguageStatus } from '../../src/operations/language.js';
import { setMedia } from '../../src/operations/media.js';
import { setRecordTexts } from '../../src/operations/translations/records.js';
import { client, operate, portal } from './portal-fixture.js';
import { visiblePage } from './portal-visitors.js';
import { putFile, withdraw } from './put-file.js';
import { putLanguages } from './translations.js';

export const brand = 'northlight';
/** Like no other word: the search forgives small misspellings. */
export const mark = 'zqxjvk';

/** Who may see a word, at least; `proposed`: editors, and who previews the proposal; `preview`: only the latter; `nobody`: no page shows it. */
export type Audience = 'everyone' | 'internal' | 'facts' | 'editors' | 'proposed' | 'preview' | 'nobody';
export const words = new Map<string, Audience>();
const word = (text: string, audience: Audience): string => {
  const full = `${mark}${text}`;
  words.set(full, audience);
  return full;
};

const drawing = (id: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><title>${id}</title><rect width="9" height="9"/></svg>`;
export const heading = (text: string) => ({ type: 'heading', data: { text, level: 2 } });
export const image = ({ id }: { id: number }) => ({ type: 'image', data: { media_id: id } });

export async function makePage(
  title: string,
  visibility: string,
  more: Record<string, unknown> = {},
  blocks: object[] = [],
) {
  const content = more.type === 'container' ? {} : { blocks: [heading(`${title} content`), ...blocks] };
  return visiblePage({ title, slug: `s-${title}`, ...content, ...more }, visibility);
}

export async function upload(title: string, release = true) {
  const medium = await putFile(client, `${title}.svg`, drawing(title), { release });
  await operate(setMedia, { id: String(medium.id) }, { title, caption: `${title} caption` });
  return medium;
}

async function collect(title: string, visibility: 'public' | 'internal' | 'hidden', media: readonly { id: number }[]) {
  const made = { title, slug: `s-${title}`, text: `${title} text`, visibility, media: media.map(({ id }) => id) };
  return (await operate(addCollection, {}, made)).slug;
}

export async function fact(title: string, verified: boolean): Promise<void> {
  const { id } = await operate(addEntry, {}, { title, body: `${title} body`, category: 'company' });
  if (verified) await operate(editEntry, { entry: id }, { verified });
}

/** Proposes a heading on a page. @returns the number of the proposal */
async function proposeWords(proposal: number | 'new', page: number | undefined, text: string) {
  const { headers } = await client.post(`/pages/${page}/blocks?proposal=${proposal}`, heading(text));
  return headers.get('proposal');
}

export type Scene = Awaited<ReturnType<typeof makeScene>>;

/** A language that is shown and one that is not: words of their own for titles, texts and addresses. */
export const languages = [
  { tag: 'de', shown: true, fallback: null },
  { tag: 'fr', shown: false, fallback: null },
];

/** @returns the slugs of the translations */
async function translate(page: { id: number; blocks: { id: string }[] }, name: string, audience: Audience) {
  const slugs: string[] = [];
  for (const [tag, text, readers] of [
    ['de', `seite${name}`, audience],
    ['fr', `feuille${name}`, 'editors'],
  ] as const) {
    const title = word(text, readers);
    await client.patch(`/pages/${page.id}?lang=${tag}`, { title, slug: `s-${title}` });
    const [block] = page.blocks;
    if (block)
      await client.patch(`/pages/${page.id}/blocks/${block.id}?lang=${tag}`, { data: { text: `${title} text` } });
    slugs.push(`s-${title}`);
  }
  return slugs;
}

/** Blocks with something empty, whose words only editors see. */
function unfilled(medium: { readonly id: number }): object[] {
  const place = { type: 'image_placeholder', data: { label: word('emptyplace', 'editors') } };
  const empty = { alt: word('emptyalt', 'editors'), caption: word('emptycaption', 'editors') };
  return [
    { type: 'group', data: { title: 'Group', blocks: [place] } },
    { type: 'image', data: empty },
    { type: 'gallery', data: { items: [empty, { media_id: medium.id, alt: 'A', caption: 'B' }] } },
    { type: 'table', data: { caption: word('emptytable', 'editors'), header: ['A'], rows: [['']] } },
  ];
}

/** A page, a medium and a fact in every state of visibility and release, each with words of its own. */
export async function makeScene() {
  await putLanguages(portal, brand, languages);
  const media = {
    [word('mediumpublic', 'everyone')]: await upload(`${mark}mediumpublic`),
    [word('mediuminternal', 'internal')]: await upload(`${mark}mediuminternal`),
    [word('mediumhidden', 'editors')]: await upload(`${mark}mediumhidden`),
    [word('mediumwithdrawn', 'editors')]: await upload(`${mark}mediumwithdrawn`),
    [word('mediumunused', 'editors')]: await upload(`${mark}mediumunused`),
    [word('mediumcollected', 'everyone')]: await upload(`${mark}mediumcollected`),
    [word('mediumcollectedinside', 'internal')]: await upload(`${mark}mediumcollectedinside`),
    [word('mediumcollectedhidden', 'editors')]: await upload(`${mark}mediumcollectedhidden`),
    [word('mediumproposed', 'proposed')]: await upload(`${mark}mediumproposed`),
  };
  const [onPublic, onInternal, onHidden, withdrawn, , inPublic, inInternal, inHidden, onProposed] =
    Object.values(media);
  if (!onPublic || !onInternal || !onHidden || !withdrawn || !onProposed || !inPublic || !inInternal || !inHidden)
    throw new Error('no medium');
  const collections = [
    await collect(word('collectionpublic', 'everyone'), 'public', [inPublic, withdrawn]),
    await collect(word('collectioninternal', 'internal'), 'internal', [inInternal, inPublic]),
    await collect(word('collectionhidden', 'editors'), 'hidden', [inHidden, inPublic]),
  ];
  const hiddenChapter = await makePage(word('chapterhidden', 'editors'), 'hidden', { type: 'container' });
  const internalChapter = await makePage(word('chapterinternal', 'everyone'), 'internal', { type: 'container' });
  const closedChapter = await makePage(word('chapterclosed', 'internal'), 'internal', { type: 'container' });
  const emptyChapter = await makePage(word('chapterempty', 'editors'), 'public', { type: 'container' });
  const pages = [
    ...[hiddenChapter, internalChapter, closedChapter, emptyChapter],
    await makePage(word('pagepublic', 'everyone'), 'public', { parent_id: internalChapter.id }, [
      image(onPublic),
      image(withdrawn),
      ...unfilled(onPublic),
    ]),
    await makePage(word('pageinternal', 'internal'), 'internal', { parent_id: closedChapter.id }, [image(onInternal)]),
    await makePage(word('pagehidden', 'editors'), 'hidden', { parent_id: emptyChapter.id }, [image(onHidden)]),
    await makePage(word('pagebelow', 'editors'), 'public', { parent_id: hiddenChapter.id }, [image(onHidden)]),
    await makePage(word('pageproposed', 'proposed'), 'hidden', { parent_id: hiddenChapter.id }, [
      image(onProposed),
      image(withdrawn),
    ]),
    await makePage(word('pageunlisted', 'editors'), 'hidden', {}, [image(onHidden)]),
    await makePage(word('pagetrashed', 'editors'), 'public'),
  ];
  const pageNamed = (name: string) => pages.find(({ title }) => title === mark + name) ?? pages[0];
  const translated = [
    ...(await translate(pageNamed('pagepublic'), 'public', 'everyone')),
    ...(await translate(pageNamed('pageinternal'), 'internal', 'internal')),
    ...(await translate(pageNamed('pagehidden'), 'hidden', 'editors')),
    ...(await translate(pageNamed('pagebelow'), 'below', 'editors')),
  ];
  for (const [tag, name, readers] of [
    ['de', 'mediumpublic', 'everyone'],
    ['de', 'mediumhidden', 'editors'],
    ['fr', 'mediumpublic', 'editors'],
  ] as const) {
    const title = word(`bild${name}${tag}`, readers);
    const id = String(media[mark + name]?.id);
    await operate(setRecordTexts, { lang: tag, of: 'media', id }, { texts: { title, caption: `${title} caption` } });
  }
  await withdraw(client, withdrawn.id);
  await client.delete(`/pages/${pages.at(-1)?.id}`);
  const edited = await makePage(word('pageedited', 'everyone'), 'public', {}, [heading(word('textold', 'nobody'))]);
  await client.put(`/pages/${edited.id}/content`, { blocks: [heading('now')] });
  const [proposed, unlisted] = pages.slice(-3);
  const proposal = Number(await proposeWords('new', proposed?.id, word('textproposed', 'preview')));
  await proposeWords(proposal, unlisted?.id, word('textunlisted', 'nobody'));
  const added = { title: word('pagenew', 'preview'), slug: `s-${mark}pagenew`, blocks: [heading('new content')] };
  const { body: made } = await client.post(`/pages?proposal=${proposal}`, added);
  await proposeWords('new', edited.id, word('textelsewhere', 'nobody'));
  await fact(word('factverified', 'facts'), true);
  await fact(word('factunverified', 'editors'), false);
  await client.patch('/brand/cl/voice', { summary: word('draft', 'editors') });
  await operate(setLanguageStatus, {}, { status: 'draft' });
  return {
    pages: [...pages, edited, { id: made.id, slug: added.slug }] as { id: number; slug: string }[],
    collections,
    /** Slugs of pages in other languages. */
    translated,
    /** Proposal that is previewed, and the pages that its links show. */
    preview: { proposal, pages: [proposed?.id ?? 0, made.id] },
    media: Object.entries(media).map(([name, { id }]) => {
      return { id, name: `${name}.svg`, audience: words.get(name) ?? ('nobody' as const) };
    }),
  };
}
