import { type ComponentChildren, Fragment } from 'preact';
import { words } from '../../../words/words.js';
import { Submit } from './button.js';
import { Head } from './text.js';

interface CheckFirstProps {
  readonly texts: {
    readonly title: string;
    readonly hint: string;
    readonly check: string;
    readonly discard: string;
  };
  /** Attributes of the form, by which its script finds it. */
  readonly form: Readonly<Record<`data-${string}`, string | number | undefined>>;
  /** Fields of the form. */
  readonly children: ComponentChildren;
  /** Thing that is counted, with the look of a number above 0. */
  readonly counts: readonly (readonly [name: string, text: string, look?: 'is-warn' | 'is-bad' | undefined])[];
  readonly lists: readonly (readonly [name: string, title: string])[];
  /** Choice before it is made. */
  readonly choice?: ComponentChildren;
}

/** Form that takes files, and what its script shows in its place before anything is made: `browser/work/check-first.ts`. */
export const CheckFirst = ({ texts, form, children, counts, lists, choice }: CheckFirstProps) => (
  <>
    <section>
      <Head title={texts.title} />
      <p>{texts.hint}</p>
      <form class="card pad form" {...form}>
        {children}
        <p class="note bad" role="alert" hidden />
        <p class="actions">
          <Submit text={texts.check} look="go" />
          <span class="sub" role="status" />
        </p>
        <noscript>
          <p>{words().common.needsScript}</p>
        </noscript>
      </form>
    </section>
    <template data-result>
      <div class="head">
        <h1 tabIndex={-1}>{texts.title}</h1>
        <div class="actions">
          <button type="button" class="btn" data-discard>
            {texts.discard}
          </button>
          <button type="button" class="btn go" data-make />
        </div>
      </div>
      <p role="status" />
      <p class="note bad" role="alert" hidden />
      <ul class="stat">
        {counts.map(([name, text, look]) => (
          <li key={name}>
            <div data-count={name} data-look={look}>
              <b />
              <small>{text}</small>
            </div>
          </li>
        ))}
      </ul>
      {choice}
      {lists.map(([name, title]) => (
        <Fragment key={name}>
          <h2>{title}</h2>
          <ul class="list" data-list={name} />
        </Fragment>
      ))}
    </template>
  </>
);
