import { notFound, PortalError } from '../../errors.js';
import { type PersonRecord, roles } from '../../registry/records.js';
import { linkMinutes } from '../../registry/sign-in-links.js';
import { signInLink } from '../../service/sign-in-url.js';
import { type BrandContext, isAtLeast, type Reply, roleIn } from '../context.js';
import { PassedOn } from '../parts/passed-on.js';
import { Name, Time } from '../parts/text.js';
import { roleNames } from '../words.js';
import { inWords } from './passkeys.js';

export async function peoplePage(context: BrandContext): Promise<Reply> {
  const people = (await context.service.people.list()).filter((one) => Object.hasOwn(one.roles, context.slug));
  const passkeys = await context.service.passkeys.list();
  const body = (
    <>
      <h1>People of {context.slug}</h1>
      <p class="hint">
        People are added, and get their roles, at the command line: <code>brand-portal person --help</code>. A link
        signs its person in, once and within {linkMinutes} minutes. Whoever has it comes in as this person.
      </p>
      {people.length === 0 && <p>No person has a role in this brand. Operators may do everything in it.</p>}
      <ul class="rows">
        {people.map((person) => (
          <li key={person.id}>
            <span class="what">
              <Name text={person.name} /> <span class="badge">{roleNames[person.roles[context.slug] ?? roles[0]]}</span>
              {person.disabled_at !== null && (
                <>
                  {' '}
                  <small>
                    disabled since <Time at={person.disabled_at} />
                  </small>
                </>
              )}
              {passkeys
                .filter((one) => one.person === person.id)
                .map((one) => (
                  <div key={one.sha256}>
                    <small>Passkey:</small> {inWords(one)}
                  </div>
                ))}
            </span>
            {mayLink(context, person) && (
              <form method="post" class="end">
                <input type="hidden" name="person" value={person.id} />
                <button type="submit" class="quiet" aria-label={`Make a sign-in link for ${person.name}`}>
                  Make a sign-in link
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </>
  );
  return { title: 'People', body };
}

/** The link is in this answer alone. */
export async function makeLink(context: BrandContext): Promise<Reply> {
  const found = (await context.service.people.list()).find(({ id }) => id === context.form.person);
  if (found === undefined || !Object.hasOwn(found.roles, context.slug)) throw notFound('Person');
  if (!mayLink(context, found)) {
    throw new PortalError('forbidden', 'A link for this person would open more than you are an admin of.');
  }
  const { secret, person, expires_at } = await context.service.sessions.issueLink(found.id, context.facts.person);
  const body = (
    <div class="narrow">
      <h1>A link for {person.name}</h1>
      <div class="notice warn">
        <h2>It is shown only now</h2>
        Pass it on to {person.name} alone: it works once, until <Time at={expires_at} />.
      </div>
      <PassedOn label="The link" text={signInLink(context.origin, secret)} />
      <p>
        <a href={context.at('/people')}>Back to the people</a>
      </p>
    </div>
  );
  return { title: `A link for ${person.name}`, body, isSecret: true };
}

/** Privilege check: a link opens everything that its person may, so its maker must be an admin of all of that. */
function mayLink({ facts }: BrandContext, { operator, disabled_at, roles: given }: PersonRecord): boolean {
  if (operator || disabled_at !== null) return false;
  return Object.keys(given).every((slug) => isAtLeast(roleIn(facts.person, slug) ?? 'viewer', 'admin'));
}
