import { checkInBackground } from '../../content/brand-check/background.js';
import { type RuleBreak, textsOfPage } from '../../content/brand-check/check.js';
import type { CheckedSections } from '../../content/brand-check/rules.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { FileContent } from '../../content/file-format.js';
import { languageOf } from '../../content/language-tags.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { type Said, say } from '../../lib/say.js';
import { rulesFor } from '../check-text.js';
import type { BrandDraft } from '../engine/draft.js';
import type { ProposedResult } from '../engine/proposal-results.js';
import type { ComparedTexts } from './compared-texts.js';

/** Findings of the language check in a page, or in its changed texts in a language, by the rules that the brand has now. */
export interface PageFindings {
  readonly before: number;
  readonly after: number;
  /** Findings of after. */
  readonly breaks: readonly RuleBreak[];
  /** Findings that the page did not have before. */
  readonly added: readonly RuleBreak[];
}

interface Checked {
  readonly sections: CheckedSections;
  readonly language: string;
  readonly breaks: Promise<RuleBreak[]>;
}

/** Last check of each version of a page. */
const checks = new WeakMap<FileContent, Checked>();

/** @throws `invalid` when there is too much to compare; `unavailable` */
function breaksIn(content: FileContent | null, catalog: Catalog): Promise<RuleBreak[]> {
  if (content?.kind !== 'page') return Promise.resolve([]);
  const language = languageOf(catalog, content.value);
  const sections = rulesFor(catalog, language);
  const known = checks.get(content);
  if (known?.sections === sections && known.language === language) return known.breaks;
  const breaks = checkInBackground({ sections, language, texts: textsOfPage(content.value) }, 'page');
  checks.set(content, { sections, language, breaks });
  breaks.catch(() => checks.delete(content));
  return breaks;
}

/** @returns `null` unless it is a page, and where the check has too much to compare or is not available */
export async function findingsIn(
  { at, load }: Pick<ProposedResult, 'at' | 'load'>,
  catalog: Catalog,
): Promise<PageFindings | null> {
  if (at.kind !== 'page') return null;
  const { before, content } = await load();
  return findingsBetween(
    () => breaksIn(before, catalog),
    () => breaksIn(content, catalog),
  );
}

/**
 * Findings in the texts that are changed in a language.
 *
 * @returns `null` where the check has too much to compare or is not available
 */
export function findingsInTexts(
  { language, changed }: Pick<ComparedTexts, 'language' | 'changed'>,
  catalog: Catalog,
): Promise<PageFindings | null> {
  const sections = rulesFor(catalog, language);
  const breaksOf = (side: 'from' | 'to') => (): Promise<RuleBreak[]> => {
    const texts = changed.flatMap(({ block, path: field, isHtml, [side]: text }) =>
      text === null ? [] : [{ block, field, text, format: isHtml ? ('html' as const) : ('plain' as const) }],
    );
    return checkInBackground({ sections, language, texts }, 'page');
  };
  return findingsBetween(breaksOf('from'), breaksOf('to'));
}

type Breaks = () => Promise<RuleBreak[]>;

async function findingsBetween(before: Breaks, after: Breaks): Promise<PageFindings | null> {
  try {
    const [older, newer] = [await before(), await after()];
    const known = older.map(nameOf);
    const added = newer.filter((ruleBreak) => {
      const index = known.indexOf(nameOf(ruleBreak));
      if (index >= 0) known.splice(index, 1);
      return index < 0;
    });
    return { before: older.length, after: newer.length, breaks: newer, added };
  } catch (error) {
    if (error instanceof PortalError) return null;
    throw error;
  }
}

/** Name of a finding wherever it is in its block. */
const nameOf = ({ block, rule, found }: RuleBreak): string => JSON.stringify([block, rule.section, rule.field, found]);

/** @throws `invalid` for pages with findings of the language check, where the brand does not allow them */
export async function requireNoFindings(draft: BrandDraft, results: readonly ProposedResult[]): Promise<void> {
  if (draft.review.policy.findings_allowed) return;
  const found: Said[] = [];
  for (const { at, load } of results) {
    const content = at.kind === 'page' ? (await load()).content : null;
    if (content?.kind !== 'page' || (await breaksIn(content, draft.catalog)).length === 0) continue;
    found.push(say`page ${content.value.id} "${content.value.title}"`);
  }
  if (found.length === 0) return;
  const problem = say`This brand publishes no findings of the language check, and there are some in ${found}.`;
  throw invalidField('proposal', problem);
}
