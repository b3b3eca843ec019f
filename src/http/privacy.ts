import type { Router } from 'express';
import { h } from 'preact';
import { renderPlain } from '../site/frame/frame.js';
import { DescriptionList } from '../site/manage/parts/text.js';
import { type FrameLanguage, frameLanguages, nearestLanguage } from '../words/languages.js';
import { beginWithWords } from '../words/of-request.js';
import { words } from '../words/words.js';
import { frameAssets, loadAssets } from './assets.js';
import { getOnly } from './problem.js';
import { browserLanguage } from './reader-language.js';
import { type Handler, pagePolicy } from './reply.js';

const privacyPath = '/docs/privacy';

/** The page about what is kept of people, in the language of the query `language`, else in that of the browser. */
export function privacy(): Router {
  const pages = new Map<FrameLanguage, string>();
  const handler: Handler = async (request) => {
    const language = nearestLanguage([String(request.query.language ?? '')]) ?? browserLanguage(request) ?? 'en';
    const page = pages.get(language) ?? (await privacyPage(language));
    pages.set(language, page);
    const type = ['Content-Type', 'text/html; charset=utf-8', 'Content-Language', language, 'Vary', 'Accept-Language'];
    return { headers: [...pagePolicy({}), ...type, 'Cache-Control', 'public, no-cache'], body: Buffer.from(page) };
  };
  return getOnly({ [privacyPath]: handler });
}

async function privacyPage(language: FrameLanguage): Promise<string> {
  const { value, end } = beginWithWords(language, () => {
    const { title, hint, operator, questions, rows, other } = words().privacy;
    const otherLanguage = frameLanguages.find((one) => one !== language) ?? language;
    const body = [
      h('h1', null, title),
      h('p', null, hint),
      h('p', null, operator),
      h('p', null, h('a', { href: `?language=${otherLanguage}`, lang: otherLanguage, hreflang: otherLanguage }, other)),
      ...Object.entries(rows).flatMap(([id, { title: name, ...answers }]) => [
        h('h2', { id }, name),
        h(DescriptionList, {
          class: 'kept',
          rows: Object.entries(answers).map(
            ([question, answer]) => [questions[question as keyof typeof questions], answer] as const,
          ),
        }),
      ]),
    ];
    return renderPlain({ title, body }, frameAssets(loadAssets()));
  });
  return value.finally(end);
}
