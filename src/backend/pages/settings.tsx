import type { ComponentChild } from 'preact';
import type { Module } from '../../content/brand.js';
import type { PortalError } from '../../lib/errors.js';
import { setBrand, showSettings } from '../../operations/brand.js';
import { versionOfRecord } from '../../registry/records.js';
import { type BrandContext, type PageReply, type Reply, requiredField, sentField, unknownAction } from '../context.js';
import { damageWarning } from '../parts/damaged.js';
import { Form, FormInputs } from '../parts/form.js';
import { moduleChecks, modulesIn } from '../parts/module-checks.js';
import { doneNotice, outcomeQuery, saidNotice } from '../parts/notices.js';
import { changesIn, type RecordField, RecordForm } from '../parts/record-form.js';
import { refusalNotice, refusalWithChanges, runForm } from '../parts/refusal.js';
import { moduleNames, visibilityNames } from '../words.js';

const brandFields: readonly RecordField[] = [
  { name: 'name', label: 'Name', isRequired: true },
  {
    name: 'default_visibility',
    label: 'Who sees new pages that the API makes',
    options: Object.entries(visibilityNames),
  },
];

/** Handler of all forms of the page. A refused form keeps the input. */
export function changeSettings(context: BrandContext): Promise<Reply> {
  const { service, slug, form, acting, href } = context;
  const submit = async (): Promise<Reply> => {
    const version = requiredField(context, 'version');
    switch (form.action) {
      case 'brand': {
        const body = changesIn(brandFields, form, await context.read(showSettings));
        const result = await context.perform(setBrand, { version, body });
        return { to: href('/settings', outcomeQuery(result)) };
      }
      case 'modules': {
        const settings = { modules: modulesIn(context), api_enabled: sentField(form, 'api') === 'yes' };
        await service.setBrandSettings(slug, settings, acting('version'));
        return { to: href('/settings', { said: 'modules' }) };
      }
      default:
        throw unknownAction();
    }
  };
  return runForm(context, submit, (problem) => settingsPage(context, problem));
}

/** Page of the settings: the brand's own, and those of the portal, which an operator changes. */
export async function settingsPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const { brand, slug, form } = context;
  const warning = damageWarning(context, await context.catalog());
  const body = (
    <div class="narrow">
      {form.action === 'brand' ? await refusalWithChanges(context, problem) : refusalNotice(context, problem)}
      {await doneNotice(context)}
      {saidNotice(context, { modules: 'The settings are stored. They hold from now on.' })}
      <h1>Settings of {slug}</h1>
      {warning ?? (await brandForm(context, problem))}
      <h2>Modules and API</h2>
      <p>
        Now: {brand.modules.map((module) => moduleNames[module as Module] ?? module).join(', ') || 'no module'}; the API
        is {brand.api_enabled ? 'on' : 'off'}.
      </p>
      {context.principal.person.operator ? (
        modulesForm(context, problem)
      ) : (
        <p class="hint">An operator changes this.</p>
      )}
    </div>
  );
  return { title: 'Settings', body };
}

async function brandForm(context: BrandContext, problem: PortalError | null): Promise<ComponentChild> {
  const { value: settings, version } = await context.perform(showSettings);
  const { commit } = await context.snapshot();
  return (
    <RecordForm
      {...{ frame: { context, problem, commit }, to: '/settings', version: version ?? '', action: 'brand' }}
      {...{ title: 'Brand', record: settings, fields: brandFields, button: 'Save' }}
    />
  );
}

function modulesForm(context: BrandContext, problem: PortalError | null): ComponentChild {
  const { brand } = context;
  const inputs = new FormInputs(context, problem, 'modules');
  const version = versionOfRecord(brand);
  return (
    <div class="card">
      <Form
        {...{ frame: { context, problem, commit: null }, to: '/settings', version, action: 'modules', button: 'Save' }}
      >
        {moduleChecks(inputs, brand.modules)}
        {inputs.checkbox({ name: 'api', label: 'The API answers', isChecked: brand.api_enabled })}
        <p class="hint">Without a module, its content stays, and is shown again when the module is back.</p>
      </Form>
    </div>
  );
}
