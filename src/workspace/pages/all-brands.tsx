import { modules } from '../../content/brand.js';
import { toSlug } from '../../content/slug.js';
import type { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { isUsable } from '../../registry/keys.js';
import { maxBrandSlugLength } from '../../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { actingIn, type PageReply, type Reply, type SignedInContext, sentField } from '../context.js';
import { Submit } from '../parts/button.js';
import { FormInputs, Once } from '../parts/form.js';
import { paginate, Row } from '../parts/list.js';
import { moduleChecks, modulesIn } from '../parts/module-checks.js';
import { passkeyOffer } from '../parts/passkeys.js';
import { refusalNotice, runForm } from '../parts/refusal.js';
import { Head, Time } from '../parts/text.js';

const perPage = 50;

/** List of all brands, for operators. The content of brands is not read for it. */
export async function allBrands(context: SignedInContext): Promise<Reply> {
  const { service, principal } = context;
  const total = principal.brands.length;
  const part = { path: `${workspacePrefix}/operator`, perPage, more: 'More brands' };
  const { shown, pager } = paginate(context, principal.brands, part);
  const brands = await service.listBrands(shown);
  const now = service.clock();
  const usableKeys = (await service.keys.list()).filter((key) => isUsable(key, now));
  const body = (
    <>
      {await passkeyOffer(context)}
      <Head
        title={total === 0 ? 'This portal has no brand yet' : 'All brands'}
        main={[`${workspacePrefix}/operator/brands/new`, total === 0 ? 'Create the first brand' : 'New brand']}
      />
      <ul class="list">
        {brands.map(({ slug, name, changed_at, api_enabled }) => (
          <Row
            key={slug}
            name={name ?? slug}
            to={brandWorkspace(slug)}
            mark={<small>{slug}</small>}
            details={[
              changed_at !== null && ['changed ', <Time at={changed_at} />, ' · '],
              plural(usableKeys.filter(({ brand }) => brand === slug).length, 'key'),
            ]}
            end={[
              changed_at === null && <span class="tag">cannot be read</span>,
              changed_at !== null && name === null && <span class="tag">settings damaged</span>,
              !api_enabled && <span class="tag">API off</span>,
            ]}
          />
        ))}
      </ul>
      {pager}
    </>
  );
  return { title: 'All brands', body };
}

export function createBrand(context: SignedInContext): Promise<Reply> {
  const { service, form } = context;
  const submit = async (): Promise<Reply> => {
    const name = form.name ?? '';
    const slug = sentField(form, 'slug').trim() || toSlug(name, maxBrandSlugLength);
    const isAdmin = sentField(form, 'admin') === 'yes';
    await service.provisioning.createFor(actingIn(context, slug, 'once'), name, modulesIn(context), isAdmin);
    return { to: brandWorkspace(slug) };
  };
  return runForm(context, submit, async (problem) => newBrandForm(context, problem));
}

export function newBrandForm(context: SignedInContext, problem: PortalError | null = null): PageReply {
  const inputs = new FormInputs(context, problem);
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      <h1>A new brand</h1>
      <form method="post" class="card pad form">
        <Once context={context} />
        {inputs.input({ name: 'name', label: 'Name', isRequired: true })}
        {inputs.input({
          name: 'slug',
          label: 'Name in addresses',
          hint: 'a–z, 0–9 and hyphens. Left empty, it is made of the name. Later, only the command line can change it.',
          maxLength: maxBrandSlugLength,
          autocomplete: 'off',
        })}
        <fieldset>
          <legend>Modules</legend>
          {moduleChecks(inputs, modules)}
        </fieldset>
        {inputs.checkbox({ name: 'admin', label: 'Make me its admin', isChecked: true })}
        <Submit text="Create the brand" look="go" />
      </form>
    </div>
  );
  return { title: 'A new brand', body };
}
