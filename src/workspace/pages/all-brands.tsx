import { plural } from '../../lib/plural.js';
import { isUsable } from '../../registry/keys.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import type { Reply, SignedInContext } from '../context.js';
import { paginate, Row } from '../parts/list.js';
import { passkeyOffer } from '../parts/passkeys.js';
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
