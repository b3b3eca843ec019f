import { workspacePrefix } from '../../service/workspace-addresses.js';
import { Filled } from '../../words/filled.js';
import { words } from '../../words/words.js';
import { homeOf } from '../addresses.js';
import type { SignedInContext } from '../context.js';
import { Time } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { paginate } from './parts/list.js';
import { passkeyOffer } from './parts/passkeys.js';
import { roleText } from './parts/role-inputs.js';
import { NameLink } from './parts/text.js';

const perPage = 50;

/** List of a person's brands. A person with one brand is redirected to it, and an operator to all brands. */
export async function brandsPage(context: SignedInContext): Promise<WorkReply> {
  const { service, principal, contact } = context;
  const { brands, person } = principal;
  if (person.operator) return { to: `${workspacePrefix}/operator` };
  const texts = words().yourBrands;
  const [only] = brands;
  if (brands.length === 1 && only !== undefined) return { to: homeOf(person, only.slug) };
  if (brands.length === 0) {
    const body = (
      <div class="narrow">
        {await passkeyOffer(context)}
        <h1>{words().rail.yourBrands}</h1>
        <p>
          <Filled text={texts.none} values={{ contact: contact ?? texts.operator, id: <code>{person.id}</code> }} />
        </p>
      </div>
    );
    return { title: words().rail.yourBrands, body };
  }
  const part = paginate(context, brands, { path: workspacePrefix, perPage, more: words().gate.moreBrands });
  const shown = await service.listBrands(part.shown);
  const body = (
    <>
      {await passkeyOffer(context)}
      <h1>{words().rail.yourBrands}</h1>
      <ul class="cards">
        {shown.map(({ slug, name, created_at }) => (
          <li key={slug}>
            <NameLink to={homeOf(person, slug)} text={name ?? slug} />
            <span class="hint">
              {roleText(person, slug)} ·{' '}
              <Filled text={texts.since} values={{ day: <Time at={created_at} form="day" /> }} />
            </span>
          </li>
        ))}
      </ul>
      {part.pager}
    </>
  );
  return { title: words().rail.yourBrands, body };
}
