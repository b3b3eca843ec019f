import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import { newBrandFile } from '../../../content/brand.js';
import type { Catalog } from '../../../content/catalog/catalog.js';
import type { PersonRecord } from '../../../registry/records.js';
import { fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { Icon } from '../../parts/icon.js';

interface Step {
  readonly name: string;
  readonly note: string;
  readonly path: string;
  readonly button: string;
  readonly isDone: boolean;
}

/** First steps in a new brand. Empty if all are done, or if this browser hides them. */
export async function firstSteps(context: WorkContext, catalog: Catalog): Promise<Step[]> {
  if (!context.isAtLeast('admin') || context.cookie(stepsCookie(context)) !== null) return [];
  const { service, slug, principal, provider } = context;
  const { brand, portal, colors, pages } = catalog;
  const isColleague = ({ id, roles }: PersonRecord): boolean =>
    id !== principal.person.id && Object.hasOwn(roles, slug);
  const texts = words().firstSteps.steps;
  const step = (its: Pick<Step, 'name' | 'note' | 'button'>, path: string, isDone: boolean): Step => ({
    ...its,
    path,
    isDone,
  });
  const isThemed = brand !== null && !isDeepStrictEqual(brand.theme, newBrandFile('').theme);
  const steps = [
    step({ note: brand?.name ?? '', ...texts.name }, '/settings', brand !== null),
    step(texts.logo, '/portal', portal.logo_light !== null),
    step(texts.colors, '/colors', colors.size > 0),
    step(texts.theme, '/theme', isThemed),
    step(texts.page, '/pages/new', pages.size > 0),
  ];
  // No person is invited when people come only from an identity provider.
  if (!provider?.settings.only) {
    const hasColleague = (await service.people.list()).some(isColleague);
    steps.push(step(texts.colleague, '/people#new', hasColleague));
  }
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

/** Name of the cookie by which a browser hides the first steps of a brand. */
const stepsCookie = ({ slug }: WorkContext): string => `steps-${slug}`;

/** Hides the first steps in this browser. */
export const hiddenSteps = (context: WorkContext) => ({
  to: context.href(''),
  cookie: { name: stepsCookie(context), value: 'hidden', seconds: 365 * 24 * 60 * 60 },
});

interface StepsProps {
  readonly context: WorkContext;
  readonly steps: readonly Step[];
  /** Whether the page shows nothing but the steps. Then each step has its note and its button. */
  readonly isWide: boolean;
  /** Form that adds the first chapters, and the one that hides the steps. */
  readonly start: ComponentChild;
  readonly hide: ComponentChild;
}

/** Card of the first steps. Steps that are done have a tick, and the next step is marked. */
export function FirstSteps({ context, steps, isWide, start, hide }: StepsProps): ComponentChild {
  const next = steps.find(({ isDone }) => !isDone);
  const texts = words().firstSteps;
  const count = fill(texts.done, { n: steps.filter(({ isDone }) => isDone).length, all: steps.length });
  return (
    <section class="card" aria-labelledby="steps">
      <div class="row between pad">
        <h2 id="steps">{texts.title}</h2>
        <small class="num">{count}</small>
      </div>
      <ol class="steps">
        {steps.map((step, index) => (
          <li key={step.path} class={step.isDone ? 'done' : step === next ? 'now' : undefined}>
            <span class="n">{step.isDone ? <Icon name="check" size="s" /> : index + 1}</span>
            <span>
              <b>{step.name}</b>
              {step.isDone && <span class="vh"> {texts.isDone}</span>}
              {isWide && <small>{step.note}</small>}
            </span>
            {!step.isDone && (isWide || step === next) && (
              <span class="row">
                {step.path === '/pages/new' && start}
                <a class={step === next ? 'btn sm go' : 'btn sm'} href={context.href(step.path)}>
                  {step.button}
                </a>
              </span>
            )}
          </li>
        ))}
      </ol>
      <div class="pad">{hide}</div>
    </section>
  );
}
