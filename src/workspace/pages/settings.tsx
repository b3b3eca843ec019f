import type { Module } from '../../content/brand.js';
import { setBrand, showSettings } from '../../operations/brand.js';
import { moduleNames } from '../../portal/labels.js';
import { versionOfRecord } from '../../registry/records.js';
import { sentField } from '../context.js';
import { damageWarning } from '../parts/damaged.js';
import { formsPage } from '../parts/forms-page.js';
import { moduleChecks, modulesIn } from '../parts/module-checks.js';
import { fieldsOf } from '../parts/record-form.js';

/** Page of the settings: the brand's own, and those of the portal, which an operator changes. */
export const settingsPage = formsPage(async (context) => {
  const { brand, slug, form: sent, service } = context;
  const { catalog, commit } = await context.snapshot();
  const damage = damageWarning(context, catalog);
  const stored = damage === null ? await context.perform(showSettings) : null;
  return {
    ...{ title: 'Settings', path: '/settings', version: stored?.version, commit },
    said: { modules: 'The settings are stored. They hold from now on.' },
    actions: [
      {
        ...{ name: 'brand', button: 'Save' },
        ...{ fields: fieldsOf(setBrand, 'settings'), record: stored?.value ?? {} },
        run: (guarded, body) => context.perform(setBrand, { ...guarded, body }),
      },
      {
        ...{ name: 'modules', button: 'Save', version: versionOfRecord(brand), said: 'modules' },
        inputs: (inputs) => [
          moduleChecks(inputs, brand.modules),
          inputs.checkbox({ name: 'api', label: 'The API answers', isChecked: brand.api_enabled }),
        ],
        text: <p class="hint">Without a module, its content stays, and is shown again when the module is back.</p>,
        async run(_guarded, _body, by) {
          const settings = { modules: modulesIn(context), api_enabled: sentField(sent, 'api') === 'yes' };
          await service.setBrandSettings(slug, settings, by);
        },
      },
    ],
    sections: (form) => (
      <>
        <h1>Settings</h1>
        <section class="cols set">
          <div>
            <h2>Brand</h2>
            <p class="hint">What this brand is called, and who sees what is new. Its name in addresses is {slug}.</p>
          </div>
          {damage ?? form('brand')}
        </section>
        <section class="cols set">
          <div>
            <h2>Modules and API</h2>
            <p class="hint">
              Now: {brand.modules.map((module) => moduleNames[module as Module] ?? module).join(', ') || 'no module'}.
              The API is {brand.api_enabled ? 'on' : 'off'}.
            </p>
          </div>
          {context.principal.person.operator ? form('modules') : <p>An operator changes this.</p>}
        </section>
      </>
    ),
  };
});
