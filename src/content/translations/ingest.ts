import { isObject } from '../../lib/json.js';
import { noted } from '../../lib/say.js';
import { onOneLine } from '../../validation/json-hardening.js';
import { joinPath, Violations } from '../../validation/violations.js';
import { sanitizeText } from '../blocks/sanitize-text.js';
import { InvalidFile, refuse } from '../file-format.js';
import type { TextSanitizer } from '../html/sanitizer.js';
import { maxSummaryLength, maxTitleLength } from '../page.js';
import { toSlug } from '../slug.js';
import { blockName, type PageOverlay, type Texts, textPath, wordsIn } from './overlay.js';
import { type RecordSource, reportRecordText } from './texts.js';

/** Translations in the JSON of a file, checked or not. */
export function* translationsIn(
  value: unknown,
  path = '',
): Generator<readonly [path: string, text: { html?: string }]> {
  if (!isObject(value)) return;
  if (typeof value.of === 'string') yield [path, typeof value.html === 'string' ? { html: value.html } : {}];
  else for (const [name, member] of Object.entries(value)) yield* translationsIn(member, joinPath(path, name));
}

/**
 * Checks a pushed translation by the kind that each text says.
 *
 * @throws InvalidFile
 */
export function ingestPageOverlay(overlay: PageOverlay, sanitizer: TextSanitizer, altered: string[]): PageOverlay {
  const { title, summary, slug, blocks } = overlay;
  // A title is text, as that of a page: it is not sanitised.
  const line = title && onOneLine(title.text ?? '');
  if (line !== undefined && line !== title?.text) altered.push('title: line breaks');
  if (title?.html !== undefined || line === '' || [...(line ?? '')].length > maxTitleLength)
    throw new InvalidFile(noted`title must have 1 to ${maxTitleLength} characters`);
  const sentence = summary && onOneLine(summary.text ?? '');
  if (sentence !== undefined && sentence !== summary?.text) altered.push('summary: line breaks');
  if (summary?.html !== undefined || [...(sentence ?? '')].length > maxSummaryLength)
    throw new InvalidFile(noted`summary must have at most ${maxSummaryLength} characters`);
  const address = slug === undefined ? undefined : toSlug(slug);
  if (address === '') throw new InvalidFile(noted`slug has no letter and no digit`);
  if (address !== slug) altered.push('slug: characters that are not allowed');
  const checked = Object.entries(blocks).map(([id, texts]) => {
    if (!blockName.test(id)) throw new InvalidFile(noted`blocks has an id that no block can have`);
    return [id, ingestTexts(texts, `blocks.${id}`, sanitizer, altered)] as const;
  });
  return {
    ...(title && { title: { ...title, text: line as string } }),
    ...(summary && { summary: { ...summary, text: sentence as string } }),
    ...(address !== undefined && { slug: address }),
    blocks: Object.fromEntries(checked),
  };
}

/** @throws InvalidFile for a text that its source could not be */
export function ingestRecordTexts(
  of: RecordSource['kind'],
  texts: Texts,
  sanitizer: TextSanitizer,
  altered: string[],
): Texts {
  const clean = ingestTexts(texts, 'texts', sanitizer, altered);
  const violations = new Violations();
  for (const [path, text] of Object.entries(clean)) reportRecordText(of, path, wordsIn(text), violations);
  refuse(violations);
  return clean;
}

/** @throws InvalidFile */
function ingestTexts(texts: Texts, path: string, sanitizer: TextSanitizer, altered: string[]): Texts {
  const checked = Object.entries(texts).flatMap(([name, given]) => {
    const at = joinPath(path, name);
    const { text, html } = given;
    if ((text === undefined) === (html === undefined))
      throw new InvalidFile(noted`${at} must have either text or html`);
    if (!textPath.test(name)) throw new InvalidFile(noted`${at} is no place of a text`);
    const kind = html === undefined ? 'plain' : 'html';
    const { clean, problem, isInvalid, isWithheld, altered: what } = sanitizeText(kind, html ?? text ?? '', sanitizer);
    if (isInvalid && problem !== null) throw new InvalidFile(String(problem(at)));
    if (what !== null) altered.push(`${at}: ${what}`);
    if (isWithheld) return [];
    return [[name, { ...given, ...(html === undefined ? { text: clean } : { html: clean }) }] as const];
  });
  return Object.fromEntries(checked);
}
