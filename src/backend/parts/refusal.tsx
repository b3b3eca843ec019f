import type { ComponentChild } from 'preact';
import type { PortalError } from '../../errors.js';
import { comparePage } from '../../operations/compare.js';
import { historyPage } from '../../operations/history.js';
import type { HistoryScope } from '../../operations/history-scope.js';
import { commitId } from '../commit-id.js';
import { blockDifference, isChanged } from '../content/difference.js';
import { Fields } from '../content/fields.js';
import { namesIn } from '../content/names.js';
import type { BrandVisit } from '../visit.js';
import { Feed } from './feed.js';

/** Changes that a refused form names. */
const mostNamed = 10;

/** In a form: the commit that it was made from, to say later what came after it. */
export function Seen({ commit }: { readonly commit: string | null }): ComponentChild {
  return commit === null ? null : <input type="hidden" name="seen" value={commit} />;
}

/** What was refused. */
interface Refused {
  readonly scope: HistoryScope;
  /** Where the thing is shown, below the brand's address; empty: it has no comparison. */
  readonly base: string;
  /** Whether what changed meanwhile is shown here, not by a link alone. */
  readonly isDrawn?: true;
}

/** Why a form was refused, above the form as it was sent: what is wrong, or who has changed the thing meanwhile, and what. */
export async function refused(visit: BrandVisit, problem: PortalError, of: Refused): Promise<ComponentChild> {
  if (problem.code === 'precondition_failed') return meanwhile(visit, of);
  const found = Object.entries(problem.fields ?? {});
  return (
    <div class="notice bad" role="alert" tabIndex={-1}>
      <strong>Nothing was changed.</strong>
      <ul>
        {found.length === 0 && <li>{problem.message}</li>}
        {found.map(([field, texts]) => (
          <li>{isInput(field) ? <a href={`#${inputs[field]}`}>{texts.join(' ')}</a> : texts.join(' ')}</li>
        ))}
      </ul>
    </div>
  );
}

/** Inputs of forms, by the fields that operations call wrong. */
const inputs = { title: 'title', parent_id: 'parent', slug: 'slug' } as const;
const isInput = (field: string): field is keyof typeof inputs => Object.hasOwn(inputs, field);

/** What is wrong with an input: for the input itself, and below it. */
export function wrong(problem: PortalError | null, field: keyof typeof inputs) {
  const text = problem?.fields?.[field]?.join(' ');
  if (text === undefined) return { props: {}, text: null };
  const id = `${inputs[field]}-problem`;
  return {
    props: { 'aria-invalid': 'true', 'aria-describedby': id } as const,
    text: (
      <p class="problem" id={id}>
        {text}
      </p>
    ),
  };
}

async function meanwhile(visit: BrandVisit, { scope, base, isDrawn }: Refused): Promise<ComponentChild> {
  const repository = await visit.service.openBrand(visit.slug);
  const sent = commitId(visit.form.seen);
  const seen = sent !== null && (await repository.past.contains(sent)) ? sent : null;
  // Without git on this machine there is no history to name the changes from.
  const range = seen === null ? { limit: 1 } : { not: seen, limit: mostNamed };
  const changes = (await historyPage(repository, scope, range).catch(() => null))?.entries ?? [];
  return (
    <>
      <div class="notice warn" role="alert" tabIndex={-1}>
        <strong>It was changed meanwhile.</strong> Nothing of yours was stored; what you sent is below. Send it again to
        do it on the newer version.
      </div>
      {changes.length > 0 && (
        <section aria-labelledby="meanwhile">
          <h2 id="meanwhile">Changed meanwhile</h2>
          <Feed visit={visit} entries={changes} />
          {seen !== null && base !== '' && (
            <p>
              <a href={visit.at(`${base}/compare`, { from: seen })}>What changed meanwhile, word by word</a>
            </p>
          )}
          {seen !== null && isDrawn && (await difference(visit, scope, seen))}
        </section>
      )}
    </>
  );
}

/** What became of a page since a commit. */
async function difference(visit: BrandVisit, { page }: HistoryScope, from: string): Promise<ComponentChild> {
  if (page === undefined) return null;
  const { catalog } = await (await visit.service.openBrand(visit.slug)).read();
  const { fields, blocks } = await visit.read(comparePage, { params: { page }, query: { from } });
  const names = namesIn(catalog);
  return (
    <>
      {fields.length > 0 && (
        <div class="change is-edited">
          <Fields fields={fields} view="inline" names={names} />
        </div>
      )}
      {blocks.some(isChanged) && blockDifference({ blocks, view: 'inline', names })}
    </>
  );
}
