import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import { newBrandFile } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { Icon } from '../../portal/parts/icon.js';
import type { PersonRecord } from '../../registry/records.js';
import type { BrandContext } from '../context.js';

interface Step {
  readonly name: string;
  readonly note: string;
  readonly path: string;
  readonly button: string;
  readonly isDone: boolean;
}

/** First steps in a new brand. Empty if all are done, or if this browser hides them. */
export async function firstSteps(context: BrandContext, catalog: Catalog): Promise<Step[]> {
  if (!context.isAtLeast('admin') || context.cookie(stepsCookie(context)) !== null) return [];
  const { service, slug, principal, provider } = context;
  const { brand, portal, colors, pages } = catalog;
  const isColleague = ({ id, roles }: PersonRecord): boolean =>
    id !== principal.person.id && Object.hasOwn(roles, slug);
  const step = (name: string, note: string, path: string, button: string, isDone: boolean): Step => ({
    name,
    note,
    path,
    button,
    isDone,
  });
  const isThemed = brand !== null && !isDeepStrictEqual(brand.theme, newBrandFile('').theme);
  const steps = [
    step('A name', brand?.name ?? '', '/settings', 'Name the brand', brand !== null),
    step('Your logo', 'SVG or PNG, for light and for dark ground.', '/portal', 'Add logo', portal.logo_light !== null),
    step('Colours', 'Hex is enough; CMYK and Pantone are optional.', '/colors', 'Add colour', colors.size > 0),
    step('Theme', 'Colours of the portal, and fonts as WOFF2.', '/theme', 'Choose theme', isThemed),
    step('The first page', 'One of your own, or three empty chapters.', '/pages/new', 'New page', pages.size > 0),
  ];
  // No person is invited when people come only from an identity provider.
  if (!provider?.settings.only) {
    const hasColleague = (await service.people.list()).some(isColleague);
    steps.push(step('A person to work with', 'By a link that works once.', '/people#new', 'Invite', hasColleague));
  }
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

/** Name of the cookie by which a browser hides the first steps of a brand. */
const stepsCookie = ({ slug }: BrandContext): string => `steps-${slug}`;

/** Hides the first steps in this browser. */
export const hiddenSteps = (context: BrandContext) => ({
  to: context.href(''),
  cookie: { name: stepsCookie(context), value: 'hidden', seconds: 365 * 24 * 60 * 60 },
});

interface StepsProps {
  readonly context: BrandContext;
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
  const count = `${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`;
  return (
    <section class="card" aria-labelledby="steps">
      <div class="row between pad">
        <h2 id="steps">First steps</h2>
        <small class="num">{count}</small>
      </div>
      <ol class="steps">
        {steps.map((step, index) => (
          <li key={step.path} class={step.isDone ? 'done' : step === next ? 'now' : undefined}>
            <span class="n">{step.isDone ? <Icon name="check" size="s" /> : index + 1}</span>
            <span>
              <b>{step.name}</b>
              {step.isDone && <span class="vh"> is done</span>}
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
