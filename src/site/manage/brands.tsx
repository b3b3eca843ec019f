import { roleNames } from '../../portal/labels.js';
import { roleIn } from '../../registry/records.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { homeOf, type Reply, type SignedInContext } from '../context.js';
import { paginate } from '../parts/list.js';
import { passkeyOffer } from '../parts/passkeys.js';
import { NameLink, Time } from '../parts/text.js';

const perPage = 50;

/** List of a person's brands. A person with one brand is redirected to it, and an operator to all brands. */
export async function brandsPage(context: SignedInContext): Promise<Reply> {
  const { service, principal, contact } = context;
  const { brands, person } = principal;
  if (person.operator) return { to: `${workspacePrefix}/operator` };
  const [only] = brands;
  if (brands.length === 1 && only !== undefined) return { to: homeOf(person, only.slug) };
  if (brands.length === 0) {
    const body = (
      <div class="narrow">
        {await passkeyOffer(context)}
        <h1>Your brands</h1>
        <p>
          You are signed in, but have no role in a brand yet. Ask {contact ?? 'your operator'} for one, and give your
          id: <code>{person.id}</code>
        </p>
      </div>
    );
    return { title: 'Your brands', body };
  }
  const part = paginate(context, brands, { path: workspacePrefix, perPage, more: 'More brands' });
  const shown = await service.listBrands(part.shown);
  const body = (
    <>
      {await passkeyOffer(context)}
      <h1>Your brands</h1>
      <ul class="cards">
        {shown.map(({ slug, name, created_at }) => (
          <li key={slug}>
            <NameLink to={homeOf(person, slug)} text={name ?? slug} />
            <span class="hint">
              {roleNames[roleIn(person, slug) ?? 'viewer']} · since <Time at={created_at} day />
            </span>
          </li>
        ))}
      </ul>
      {part.pager}
    </>
  );
  return { title: 'Your brands', body };
}
