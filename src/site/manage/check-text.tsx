import type { ComponentChild } from 'preact';
import { rulesOf } from '../../content/brand-check/rules.js';
import { plural } from '../../lib/plural.js';
import { type BrandCheck, checkedSections, checkText } from '../../operations/check-text.js';
import { showLanguage } from '../../operations/language.js';
import { sectionName } from '../../portal/labels.js';
import { FoundIn } from '../../portal/parts/marks.js';
import { type BrandContext, sentField } from '../context.js';
import { withLineFeeds } from '../form-text.js';
import { FoundWords } from '../parts/findings.js';
import { type FormsPage, formsPage } from '../parts/forms-page.js';
import { statusNotice } from '../parts/notices.js';
import { Head } from '../parts/text.js';

type Findings = BrandCheck['findings'];

/**
 * Page on which a text is checked against the corporate language. Nothing is stored.
 *
 * @param checked text that was sent, with its findings
 */
const checkForms = (checked: (BrandCheck & { readonly text: string }) | null = null): FormsPage =>
  formsPage(async (context) => {
    await context.perform(showLanguage);
    const hasRules = rulesOf(checkedSections((await context.catalog()).sections)).wrong.length > 0;
    return {
      title: 'Check a text',
      heading: false,
      path: '/language/check',
      actions: [
        {
          name: '',
          button: 'Check language',
          guards: [],
          inputs: (inputs) =>
            inputs.textarea({ name: 'text', label: 'Text', value: checked?.text, isRequired: true, rows: 12 }),
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
          <Head title="Check a text" others={[[context.href('/language'), 'Language']]} />
          <p>
            Paste a press text or a letter. It is compared with the terms, the company name and the notation of the
            brand, and not stored.
          </p>
          {!hasRules && (
            <p>
              No rules yet. <a href={context.href('/language/terminology/edit')}>Add terms</a>
            </p>
          )}
          {checked !== null && checked.findings.length > 0 && (
            <>
              <h2>Findings</h2>
              <ul class="list">{groupsOf(checked.findings).map((group) => findingRow(context, group))}</ul>
              <h2>In the text</h2>
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
  if (findings.length > 0) {
    return statusNotice(`${complete ? '' : 'The first '}${plural(findings.length, 'finding')}. Nothing was stored.`);
  }
  return statusNotice(
    hasRules ? 'No findings. The text follows the language of the brand.' : 'Nothing to compare with.',
  );
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

function findingRow({ href }: BrandContext, group: Findings): ComponentChild {
  const [first] = group;
  if (first === undefined) return null;
  const { section, found, say, why, rule_text } = first;
  return (
    <li>
      <span class="what">
        <FoundWords found={found} suggestion={say} />
        <br />
        <small>
          {why !== null && `${why} · `}
          <a href={`${href('/language')}#${section}`}>{sectionName(section)}</a>
          {rule_text !== found && `: “${rule_text}”`}
        </small>
      </span>
      {group.length > 1 && <span class="end">{group.length} times</span>}
    </li>
  );
}
