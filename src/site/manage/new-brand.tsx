import type { ComponentChild } from 'preact';
import { type Module, modules } from '../../content/brand.js';
import { toSlug } from '../../content/slug.js';
import { invalidField, type PortalError } from '../../lib/errors.js';
import { maxBrandSlugLength } from '../../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import type { SignedInContext } from '../context.js';
import { actingIn, sentField } from '../form-fields.js';
import type { PageReply, WorkReply } from '../replies.js';
import { ButtonLink, Submit } from './parts/button.js';
import { FormInputs, Once } from './parts/form.js';
import { linkPage } from './parts/link-page.js';
import { moduleChecks, modulesIn } from './parts/module-checks.js';
import { refusalNotice, runForm } from './parts/refusal.js';

export function createBrand(context: SignedInContext): Promise<WorkReply> {
  const { service, form } = context;
  const submit = async (): Promise<WorkReply> => {
    const name = form.name ?? '';
    const slug = sentField(form, 'slug').trim() || toSlug(name, maxBrandSlugLength);
    const firstAdmin = isInviting(context) ? sentField(form, 'first_admin').trim() || null : null;
    const begun = await beginning(context);
    const by = actingIn(context, slug, 'once');
    const invitation = await service.provisioning.createFor(by, { name, firstAdmin, ...begun });
    const to = brandWorkspace(slug);
    return invitation === null ? { to } : linkPage(context, [to, words().newBrand.toBrand], invitation);
  };
  return runForm(context, submit, async (problem) => newBrandForm(context, problem));
}

/** Whether people are invited, and do not only come from a provider. */
const isInviting = ({ provider }: SignedInContext): boolean => provider?.settings.only !== true;

/** Modules of the new brand, and what it begins with. */
async function beginning(context: SignedInContext) {
  const { service, form, principal } = context;
  const begin = sentField(form, 'begin');
  const language = sentField(form, 'language').trim() || undefined;
  const like = principal.brands.length === 0 ? '' : sentField(form, 'like');
  if (begin !== 'like') {
    return { modules: modulesIn(context), begin: { starter: begin === 'starter', language } };
  }
  const other = principal.brands.find(({ slug }) => slug === like);
  if (other === undefined) throw invalidField('like', 'Choose the brand.');
  return { modules: other.modules as readonly Module[], begin: { like: await service.exportBrand(other.slug) } };
}

export function newBrandForm(context: SignedInContext, problem: PortalError | null = null): PageReply {
  const inputs = new FormInputs(context, problem);
  const { host } = new URL(context.origin);
  const texts = words().newBrand;
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      <h1>{texts.title}</h1>
      <p>{texts.hint}</p>
      <form method="post" class="card pad form">
        <Once context={context} />
        {inputs.input({ name: 'name', label: words().forms.name, isRequired: true })}
        {inputs.input({
          name: 'slug',
          label: texts.slug,
          hint: fill(texts.slugHint, { host }),
          maxLength: maxBrandSlugLength,
          autocomplete: 'off',
        })}
        <Beginnings inputs={inputs} context={context} />
        <div class="of-empty">
          {inputs.input({
            name: 'language',
            label: texts.language,
            hint: texts.languageHint,
            value: words().language,
            maxLength: 20,
            autocomplete: 'off',
          })}
        </div>
        <fieldset class="of-empty">
          <legend>{texts.modules}</legend>
          {moduleChecks(inputs, modules)}
        </fieldset>
        {isInviting(context) &&
          inputs.input({
            name: 'first_admin',
            label: texts.firstAdmin,
            hint: texts.firstAdminHint,
            maxLength: 100,
            autocomplete: 'off',
          })}
        <div class="actions ends">
          <ButtonLink to={`${workspacePrefix}/operator`} text={words().common.cancel} />
          <Submit text={texts.make} look="go" />
        </div>
      </form>
    </div>
  );
  return { title: texts.title, body };
}

const beginnings = ['empty', 'like', 'starter'] as const;

/** Choice of what the brand begins with. */
function Beginnings({ inputs, context }: { readonly inputs: FormInputs; readonly context: SignedInContext }) {
  const { brands } = context.principal;
  const chosen = inputs.sent.begin ?? 'empty';
  const texts = words().newBrand;
  const offered = beginnings.filter((value) => value !== 'like' || brands.length > 0);
  return (
    <fieldset>
      <legend>{texts.beginWith}</legend>
      <div class="starts">
        {offered.map(
          (value): ComponentChild => (
            <label key={value}>
              <input type="radio" name="begin" value={value} checked={value === chosen} />
              <span>
                <b>{texts.beginnings[value].title}</b> <small>{texts.beginnings[value].hint}</small>
              </span>
            </label>
          ),
        )}
      </div>
      {brands.length > 0 && (
        <div class="of-like">
          {inputs.select({ name: 'like', label: texts.like, options: brands.map(({ slug }) => [slug, slug]) })}
        </div>
      )}
      <p class="hint">
        <Filled text={texts.importHint} values={{ command: <code>brand-portal brand import</code> }} />
      </p>
    </fieldset>
  );
}
