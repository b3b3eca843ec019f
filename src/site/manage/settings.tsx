import type { ComponentChild } from 'preact';
import type { Module } from '../../content/brand.js';
import { invalidField } from '../../lib/errors.js';
import { setBrand, showSettings } from '../../operations/brand.js';
import { moduleNames } from '../../portal/labels.js';
import type { BrandSettings } from '../../registry/brands.js';
import { type BrandRecord, reviewOf } from '../../registry/records.js';
import { versionOfRecord } from '../../registry/registry.js';
import { type Fields, sentField } from '../context.js';
import { damageWarning } from '../parts/damaged.js';
import { formsPage } from '../parts/forms-page.js';
import { moduleChecks, modulesIn } from '../parts/module-checks.js';
import { fieldsOf } from '../parts/record-form.js';
import { LinkLine } from '../parts/text.js';

const policies = [
  ['off', 'No one’s'],
  ['agents', 'Those of agents'],
  ['everyone', 'Everyone’s, except those of keys'],
] as const;

const reviewers = [
  ['editors', 'Editors'],
  ['admins', 'Only admins'],
] as const;

/** Leaves `own_approval` unset while it equals the default of the policy, so that it follows a change of the policy. */
function reviewIn(form: Fields, brand: BrandRecord): BrandSettings {
  const [policy] = policies.find(([name]) => name === form.review) ?? [];
  const [approvers] = reviewers.find(([name]) => name === form.approvers) ?? [];
  if (policy === undefined || approvers === undefined)
    throw invalidField('review', 'Choose whose changes need a review.');
  const mayApproveOwn = sentField(form, 'own') === 'yes';
  const isDefault = brand.own_approval === undefined && mayApproveOwn === reviewOf(brand).own_approval;
  const findings_allowed = sentField(form, 'findings') === 'yes';
  return { review: policy, approvers, findings_allowed, ...(!isDefault && { own_approval: mayApproveOwn }) };
}

/** Settings of the brand, and those of the portal, which only an operator changes. */
export const settingsPage = formsPage(async (context) => {
  const { brand, slug, service } = context;
  const review = reviewOf(brand);
  const moduleTexts = brand.modules.map((module) => moduleNames[module as Module] ?? module);
  const { catalog, commit } = await context.snapshot();
  const damage = damageWarning(context, catalog);
  const stored = damage === null ? await context.perform(showSettings) : null;
  return {
    title: 'Settings',
    path: '/settings',
    version: stored?.version,
    commit,
    said: { stored: 'Settings saved. They apply from now on.' },
    actions: [
      {
        name: 'brand',
        button: 'Save',
        fields: fieldsOf(setBrand, 'settings'),
        record: stored?.value ?? {},
        writes: setBrand,
        run: ({ guard, body }) => context.perform(setBrand, { ...guard, body }),
      },
      {
        name: 'modules',
        button: 'Save',
        version: versionOfRecord(brand),
        said: 'stored',
        inputs: (inputs) => [
          moduleChecks(inputs, brand.modules),
          inputs.checkbox({ name: 'api', label: 'The API answers', isChecked: brand.api_enabled }),
        ],
        text: <p class="hint">Without a module, its content stays, and is shown again when the module is back.</p>,
        async run({ by }) {
          const settings = { modules: modulesIn(context), api_enabled: sentField(context.form, 'api') === 'yes' };
          await service.setBrandSettings(slug, settings, by);
        },
      },
      {
        name: 'review',
        button: 'Save',
        version: versionOfRecord(brand),
        said: 'stored',
        inputs: (inputs) => [
          inputs.select({
            name: 'review',
            label: 'Whose changes need a review',
            value: brand.review,
            options: policies,
          }),
          inputs.select({ name: 'approvers', label: 'Who reviews', value: brand.approvers, options: reviewers }),
          inputs.checkbox({ name: 'own', label: 'People may approve what they wrote', isChecked: review.own_approval }),
          inputs.checkbox({
            name: 'findings',
            label: 'Findings of the language check may stay',
            isChecked: brand.findings_allowed,
          }),
        ],
        text: <p class="hint">Changes made with keys need no review, unless the key may only propose.</p>,
        run: async ({ by }) => void (await service.setBrandSettings(slug, reviewIn(context.form, brand), by)),
      },
    ],
    sections: (form) => (
      <>
        {brand.review !== 'off' && <p>Settings are not reviewed: what you save here holds at once.</p>}
        {section(
          'Brand',
          `What this brand is called, and who sees what is new. Its name in addresses is ${slug}.`,
          damage ?? form('brand'),
        )}
        {section(
          'Modules and API',
          `Now: ${moduleTexts.join(', ') || 'no module'}. The API is ${brand.api_enabled ? 'on' : 'off'}.`,
          context.principal.person.operator ? form('modules') : <p>An operator changes this.</p>,
        )}
        {section(
          'Review',
          'Which changes are live at once, and which only after a person has approved them.',
          form('review'),
        )}
        {section(
          'Sign-in',
          'How people sign in here, and what the groups of a provider give.',
          <LinkLine to={context.href('/settings/sign-in')} text="Sign-in" />,
        )}
      </>
    ),
  };
});

const section = (title: string, text: string, form: ComponentChild) => (
  <section class="cols set">
    <div>
      <h2>{title}</h2>
      <p class="hint">{text}</p>
    </div>
    {form}
  </section>
);
