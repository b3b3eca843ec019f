import type { ComponentChild } from 'preact';
import type { Module } from '../../content/brand.js';
import { invalidField } from '../../lib/errors.js';
import { setBrand, showSettings } from '../../operations/brand.js';
import type { BrandSettings } from '../../registry/brands.js';
import { reviewOf } from '../../registry/records.js';
import { versionOfRecord } from '../../registry/registry.js';
import { fill, words } from '../../words/words.js';
import type { Fields } from '../addresses.js';
import { sentField } from '../form-fields.js';
import { damageWarning } from './parts/damaged.js';
import { formsPage } from './parts/forms-page.js';
import { moduleChecks, modulesIn } from './parts/module-checks.js';
import { fieldsOf } from './parts/record-form.js';
import { LinkLine } from './parts/text.js';

const policies = ['off', 'agents', 'everyone'] as const;

const approverGroups = ['editors', 'admins'] as const;

const optionsOf = <Name extends string>(names: readonly Name[], labels: Readonly<Record<Name, string>>) =>
  names.map((name) => [name, labels[name]] as const);

/** Sets `own_approval` to what the form shows, because its default would follow another choice of the policy. */
function reviewIn(form: Fields): BrandSettings {
  const policy = policies.find((name) => name === form.review);
  const approvers = approverGroups.find((name) => name === form.approvers);
  if (policy === undefined || approvers === undefined)
    throw invalidField('review', 'Choose whose changes need a review.');
  const own_approval = sentField(form, 'own') === 'yes';
  return { review: policy, approvers, own_approval, findings_allowed: sentField(form, 'findings') === 'yes' };
}

/** Settings of the brand, and those of the portal, which only an operator changes. */
export const settingsPage = formsPage(async (context) => {
  const { brand, slug, service } = context;
  const texts = words().settings;
  const review = reviewOf(brand);
  const moduleTexts = brand.modules.map((module) => words().common.modules[module as Module] ?? module);
  const { catalog, commit } = await context.newest();
  const damage = damageWarning(context, catalog);
  const stored = damage === null ? await context.perform(showSettings) : null;
  return {
    title: words().places.settings,
    path: '/settings',
    version: stored?.version,
    commit,
    said: { stored: texts.saved },
    actions: [
      {
        name: 'brand',
        fields: fieldsOf(setBrand, 'settings'),
        record: stored?.value ?? {},
        writes: setBrand,
        run: ({ guard, body }) => context.perform(setBrand, { ...guard, body }),
      },
      {
        name: 'modules',
        version: versionOfRecord(brand),
        said: 'stored',
        inputs: (inputs) => [
          moduleChecks(inputs, brand.modules),
          inputs.checkbox({ name: 'api', label: texts.apiAnswers, isChecked: brand.api_enabled }),
        ],
        text: <p class="hint">{texts.modulesHint}</p>,
        async run({ by }) {
          const settings = { modules: modulesIn(context), api_enabled: sentField(context.form, 'api') === 'yes' };
          await service.setBrandSettings(slug, settings, by);
        },
      },
      {
        name: 'review',
        version: versionOfRecord(brand),
        said: 'stored',
        inputs: (inputs) => [
          inputs.select({
            name: 'review',
            label: texts.reviewed,
            value: brand.review,
            options: optionsOf(policies, texts.reviewedBy),
          }),
          inputs.select({
            name: 'approvers',
            label: texts.approvers,
            value: brand.approvers,
            options: optionsOf(approverGroups, texts.approversAre),
          }),
          inputs.checkbox({ name: 'own', label: texts.ownApproval, isChecked: review.own_approval }),
          inputs.checkbox({
            name: 'findings',
            label: texts.findings,
            isChecked: brand.findings_allowed,
          }),
        ],
        text: <p class="hint">{texts.keysHint}</p>,
        run: async ({ by }) => void (await service.setBrandSettings(slug, reviewIn(context.form), by)),
      },
    ],
    sections: (form) => (
      <>
        {brand.review !== 'off' && <p>{texts.notReviewed}</p>}
        {section(texts.brand, fill(texts.brandHint, { slug }), damage ?? form('brand'))}
        {section(
          texts.modules,
          fill(texts.modulesNow[brand.api_enabled ? 'on' : 'off'], {
            modules: moduleTexts.join(', ') || texts.noModule,
          }),
          context.principal.person.operator ? form('modules') : <p>{texts.byOperator}</p>,
        )}
        {section(texts.review, texts.reviewHint, form('review'))}
        {section(
          words().languages.title,
          texts.languagesHint,
          <LinkLine to={context.href('/settings/languages')} text={words().languages.title} />,
        )}
        {section(
          words().signIn.settings.title,
          texts.signInHint,
          <LinkLine to={context.href('/settings/sign-in')} text={words().signIn.settings.title} />,
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
