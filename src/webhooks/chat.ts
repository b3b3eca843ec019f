import type { FeedItem } from '../content/feed.js';
import { languageOf } from '../content/language-tags.js';
import type { ProposalState } from '../content/proposals/format.js';
import { visibleCatalog } from '../content/visible-catalog.js';
import { viewer } from '../content/visitors.js';
import { visible } from '../lib/display-safety.js';

import type { ChatFormat } from '../registry/records.js';
import type { Service } from '../service/service.js';
import { workspacePrefix } from '../service/workspace-addresses.js';
import { nearestLanguage } from '../words/languages.js';
import { beginWithWords } from '../words/of-request.js';
import { counted, fill, words } from '../words/words.js';

/** Upper bound on the pages that a message names. */
const maxNamed = 10;

/** Content of a message, by its type. */
export type News =
  | { readonly type: 'changes'; readonly changes: readonly FeedItem[]; readonly more: boolean }
  | { readonly type: 'proposals'; readonly proposals: readonly { number: number; state: ProposalState | 'removed' }[] }
  | { readonly type: 'reset' | 'test' };

/** Content of a message in a chat: the brand's name, sentences, and at most one link. */
interface Shown {
  readonly name: string;
  readonly sentences: readonly string[];
  readonly link: { readonly text: string; readonly href: string } | null;
}

/** The media type of each format's body. */
export const chatTypes: Readonly<Record<ChatFormat, string>> = {
  slack: 'application/json',
  teams: 'application/json',
  text: 'text/plain; charset=utf-8',
};

/**
 * Body of a message to a chat, in the language of the brand. It names what a viewer sees; all else is counted.
 *
 * @param origin see `WorkerOptions`
 * @throws `unavailable`
 */
export async function chatBody(
  service: Service,
  origin: string | null,
  { brand: slug, format }: { readonly brand: string; readonly format: ChatFormat },
  news: News,
): Promise<string> {
  const { catalog } = await (await service.brands.get(slug)).read();
  const { pages } = visibleCatalog(catalog, viewer);
  const base = origin === null ? null : { origin, slug };
  const language = nearestLanguage([languageOf(catalog)]) ?? 'en';
  const { value, end } = beginWithWords(language, () => {
    const name = visible(catalog.brand?.name ?? slug);
    return bodies[format]({ name, ...told(news, name, (id) => pages.get(id), base) });
  });
  end();
  return value;
}

type PageOf = (id: number) => { readonly title: string; readonly slug: string } | undefined;

function told(news: News, name: string, pageOf: PageOf, base: { origin: string; slug: string } | null) {
  const { chats } = words();
  const portal = base && `${base.origin}/brands/${base.slug}`;
  const to = (path: string, text: string) => (portal === null ? null : { text, href: `${portal}${path}` });
  const toChanges = to('/-/changes', chats.seeChanges);
  switch (news.type) {
    case 'test':
      return { sentences: [fill(chats.test, { name })], link: to('/', chats.open) };
    case 'reset':
      return { sentences: [chats.reset], link: toChanges };
    case 'proposals': {
      const sentences = news.proposals
        .slice(-maxNamed)
        .map(({ number, state }) => fill(chats.proposals[state], { number: String(number) }));
      return { sentences, link: to(`${workspacePrefix}/proposals`, chats.seeProposals) };
    }
    case 'changes': {
      const [only, ...others] = news.changes;
      const page = only?.kind === 'page' && others.length === 0 ? pageOf(Number(only.id)) : undefined;
      return {
        sentences: changeSentences(news.changes, news.more, pageOf),
        link: page === undefined ? toChanges : to(`/${page.slug}`, chats.openPage),
      };
    }
  }
}

function changeSentences(changes: readonly FeedItem[], more: boolean, pageOf: PageOf): string[] {
  const { chats } = words();
  const ofPages = changes.filter(({ kind }) => kind === 'page');
  const named = ofPages.flatMap(({ id, change }) => {
    const page = pageOf(Number(id));
    return page === undefined || change === 'deleted'
      ? []
      : [fill(chats.pages[change], { title: visible(page.title) })];
  });
  const removed = ofPages.filter(({ change }) => change === 'deleted').length;
  const of = (...kinds: readonly FeedItem['kind'][]) => changes.filter(({ kind }) => kinds.includes(kind)).length;
  const colors = of('color');
  const counts = [
    [chats.morePages, named.length - maxNamed],
    [chats.hiddenPages, ofPages.length - named.length - removed],
    [chats.removedPages, removed],
    [chats.media, of('media')],
    [chats.colors, colors],
    [chats.facts, of('entry', 'categories')],
    [chats.sections, of('section')],
    [chats.translations, of('translation')],
    // A changed colour is reported as the brand, too, and a section as its document.
    [chats.brand, colors > 0 ? 0 : of('brand')],
    [chats.sections, of('section') > 0 ? 0 : of('language')],
  ] as const;
  return [
    ...named.slice(0, maxNamed),
    ...counts.flatMap(([forms, n]) => (n > 0 ? [counted(forms, n)] : [])),
    ...(more ? [chats.more] : []),
  ];
}

/** Escapes of Slack's text objects: https://docs.slack.dev/messaging/formatting-message-text */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Names are in texts without markup, so that none of them is a link, a picture or a mention. */
const bodies: Readonly<Record<ChatFormat, (shown: Shown) => string>> = {
  slack({ name, sentences, link }) {
    const plain = (text: string) => ({ type: 'plain_text', text: escaped(text), emoji: false }) as const;
    const section = (text: object) => ({ type: 'section', text }) as const;
    const linked = link && `<${escaped(link.href)}|${escaped(link.text)}>`;
    return JSON.stringify({
      // Notifications and old clients show this one, which is always formatted: it has no names.
      text: escaped(words().chats.news),
      blocks: [
        { type: 'header', text: plain(name.slice(0, 150)) },
        ...sentences.map((sentence) => section(plain(sentence))),
        ...(linked === null ? [] : [section({ type: 'mrkdwn', text: linked, verbatim: true })]),
      ],
    });
  },
  teams({ name, sentences, link }) {
    // A TextBlock formats Markdown, a TextRun does not.
    const run = (text: string, style: object = {}) => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text, ...style }],
    });
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [run(name, { weight: 'Bolder' }), ...sentences.map((sentence) => run(sentence))],
      ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.href }] }),
    };
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
    return JSON.stringify({ type: 'message', attachments: [attachment] });
  },
  text: ({ name, sentences, link }) =>
    [name, ...sentences, ...(link === null ? [] : [`${link.text}: ${link.href}`])].join('\n'),
};
