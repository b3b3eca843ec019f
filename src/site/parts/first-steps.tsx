import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import { newBrandFile } from '../../content/brand.js';
import { isAtLeast, type PersonRecord, type Role } from '../../registry/records.js';
import { fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { Icon } from './icon.js';

/** Step of a new brand. */
export interface Step {
  readonly name: string;
  readonly note: string;
  readonly button: string;
  /** Text of a button that is not next to the name. */
  readonly action: string;
  /** Place of the workspace where it is done. */
  readonly path: string;
  readonly isDone: boolean;
}

/** First steps in a new brand that the reader may take. */
export async function firstSteps(context: BrandContext): Promise<readonly Step[]> {
  const { service, slug, person, actor, source } = context;
  const { brand, portal, colors, pages } = source;
  const isColleague = ({ id, roles }: PersonRecord): boolean => id !== person?.id && Object.hasOwn(roles, slug);
  const texts = words().firstSteps.steps;
  const own = brand?.theme;
  const { theme } = newBrandFile('');
  const isTypeChosen = own !== undefined && (own.font !== theme.font || !isDeepStrictEqual(own.fonts, theme.fonts));
  const written = [...pages.values()].filter(({ type }) => type === 'guideline');
  const hidden = written.find(({ visibility }) => visibility === 'hidden');
  const isShown = written.some((page) => page.visibility !== 'hidden');
  const step = (role: Role, its: Pick<Step, 'name' | 'note' | 'button' | 'action'>, path: string, isDone: boolean) =>
    actor.role !== undefined && isAtLeast(actor.role, role) ? [{ ...its, path, isDone }] : [];
  const steps = [
    ...step('admin', { note: brand?.name ?? '', ...texts.name }, '/settings', brand !== null),
    ...step('editor', texts.logo, '/logo', portal.logo_light !== null),
    ...step('editor', texts.colors, '/colors', colors.size > 0),
    ...step('editor', texts.type, '/theme', isTypeChosen),
    ...step('editor', texts.page, hidden === undefined ? '/pages/new' : `/-/page/${hidden.id}#edit`, isShown),
  ];
  // No person is invited when people come only from an identity provider.
  if (service.people.verbs.isProviderOnly) return steps;
  return [...steps, ...step('admin', texts.colleague, '/people#new', (await service.people.list()).some(isColleague))];
}

/** The step that comes next; `undefined` if all are done. */
export const nextStep = (steps: readonly Step[]): Step | undefined => steps.find(({ isDone }) => !isDone);

interface StepsProps {
  readonly context: BrandContext;
  readonly steps: readonly Step[];
  /** Whether each step has its button. Default: only the next one. */
  readonly isWide?: boolean;
  /** Whether the page leads to the next step elsewhere, by its primary button. */
  readonly isSecond?: boolean;
  /** Form that hides the steps. */
  readonly hide?: ComponentChild;
}

/** Card of the first steps. Steps that are done have a tick, and the next step is marked. */
export function FirstSteps({ context, steps, isWide = false, isSecond = false, hide }: StepsProps): ComponentChild {
  const next = nextStep(steps);
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
              {step === next && <small>{step.note}</small>}
            </span>
            {!step.isDone && (isWide || step === next) && (
              <a
                class={step !== next ? 'btn sm quiet' : isSecond ? 'btn sm' : 'btn sm go'}
                href={context.href(step.path)}
              >
                {step.button} <span class="vh">{step.name}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
      {hide && <div class="pad">{hide}</div>}
    </section>
  );
}
