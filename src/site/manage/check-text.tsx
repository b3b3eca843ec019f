import type { ComponentChild } from 'preact';
import { rulesOf } from '../../content/brand-check/rules.js';
import { languageOf } from '../../content/language-tags.js';
import { type BrandCheck, checkText, rulesFor } from '../../operations/check-text.js';
import { showLanguage } from '../../operations/language.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import { FoundWords } from '../compare/parts/findings.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { sectionName } from '../labels.js';
import { FoundIn } from '../parts/marks.js';
import { withLineFeeds } from './parts/form-text.js';
import { type FormsPage, formsPage } from './parts/forms-page.js';
import { statusNotice } from './parts/notices.js';
import { Head } from './parts/text.js';

type Findings = BrandCheck['findings'];

/**
 * Page on which a text is checked against the corporate language. Nothing is stored.
 *
 * @param checked text that was sent, with its findings
 */
const checkForms = (checked: (BrandCheck & { readonly text: string }) | null = null): FormsPage =>
  formsPage(async (context) => {
    const texts = words().check;
    await context.perform(showLanguage);
    const { catalog } = await context.newest();
    const hasRules = rulesOf(rulesFor(catalog, languageOf(catalog))).wrong.length > 0;
    return {
      title: texts.title,
      heading: false,
      path: '/language/check',
      actions: [
        {
          name: '',
          button: words().editor.checkLanguage,
          guards: [],
          inputs: (inputs) =>
            inputs.textarea({ name: 'text', label: texts.text, value: checked?.text, isRequired: true, rows: 12 }),
          async run() {
            const text = withLineFeeds(sentField(context.form, 'text'));
            const { value } = await context.perform(checkText, { body: { text } });
            return checkForms({ ...value, text }).page(context);
          },
        },
      ],
      sections: (form) => (
        <>
          {checked !== null && resultOf(checked, hasRules)}
          <Head title={texts.title} others={[[context.href('/language'), words().common.areas.language]]} />
          <p>{texts.lead}</p>
          {!hasRules && (
            <p>
              {texts.noRules} <a href={context.href('/language/terminology/edit')}>{texts.addTerms}</a>
            </p>
          )}
          {checked !== null && checked.findings.length > 0 && (
            <>
              <h2>{texts.findings}</h2>
              <ul class="list">{groupsOf(checked.findings).map((group) => findingRow(context, group))}</ul>
              <h2>{texts.inText}</h2>
              <div class="card pad lines">
                <FoundIn text={checked.text} ranges={checked.findings.map(rangeOf)} />
              </div>
            </>
          )}
          {form('')}
        </>
      ),
    };
  });

export const checkTextPage = checkForms();

const rangeOf = ({ offset, length }: Findings[number]) => ({ start: offset, end: offset + length });

function resultOf({ findings, complete }: BrandCheck, hasRules: boolean): ComponentChild {
  const texts = words().check;
  if (findings.length > 0) {
    return statusNotice(counted(complete ? texts.found : texts.foundFirst, findings.length));
  }
  return statusNotice(hasRules ? texts.foundNone : texts.nothingToCompare);
}

/** Findings of the same words by the same rule. */
function groupsOf(findings: Findings): Findings[] {
  const groups = new Map<string, Findings[number][]>();
  for (const finding of findings) {
    const key = `${finding.rule_field} ${finding.found}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

function findingRow({ href }: WorkContext, group: Findings): ComponentChild {
  const [first] = group;
  if (first === undefined) return null;
  const texts = words().check;
  const { section, found, say, why, rule_text } = first;
  const link = <a href={`${href('/language')}#${section}`}>{sectionName(section)}</a>;
  return (
    <li>
      <span class="what">
        <FoundWords found={found} suggestion={say} />
        <br />
        <small>
          {why !== null && `${why} · `}
          {rule_text === found ? link : <Filled text={texts.rule} values={{ section: link, rule: rule_text }} />}
        </small>
      </span>
      {group.length > 1 && <span class="end">{fill(texts.times, { n: group.length })}</span>}
    </li>
  );
}
