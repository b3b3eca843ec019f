import { words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { ownLanguageName } from '../../frame/language.js';
import { Button } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';

/** Id of the form that exports the selected pages. */
export const exportForm = 'export';

const states = ['todo', 'all'] as const;

interface ExportProps {
  readonly context: WorkContext;
  readonly tags: readonly string[];
}

const fileHref = ({ href }: WorkContext, tag: string): string => href(`/-/workspace/api/languages/${tag}/texts.xlf`);
const fileName = ({ slug }: WorkContext, tag: string): string => `${slug}-${tag}.xlf`;

/** Menu of the files for translators: of each language, what is to do, and everything. */
export function ExportMenu({ context, tags }: ExportProps) {
  const texts = words().importing;
  return (
    <details class="menu">
      <summary class="btn">
        <Icon name="download" />
        {texts.export}
        <Icon name="chevron-down" size="s" />
      </summary>
      <div class="pop">
        {tags.flatMap((tag) => [
          <p key={tag} class="h" lang={tag}>
            {ownLanguageName(tag)}
          </p>,
          ...states.map((state) => (
            <a
              key={`${tag} ${state}`}
              class="it"
              href={`${fileHref(context, tag)}?state=${state}`}
              download={fileName(context, tag)}
            >
              {texts.exported[state]}
            </a>
          )),
        ])}
      </div>
    </details>
  );
}

/** Bar that exports the selected pages. The style sheet hides it while nothing is selected, if scripts run. */
export function ExportBar({ context, tags }: ExportProps) {
  const texts = words().importing;
  return (
    <form class="bulk" id={exportForm} data-selection="pages">
      <b class="vh" data-selected role="status" />
      <details class="menu">
        <summary class="btn sm quiet">
          <Icon name="download" />
          <span data-exported>{texts.exportSelected}</span>
        </summary>
        <div class="pop">
          {tags.flatMap((tag) => [
            <p key={tag} class="h" lang={tag}>
              {ownLanguageName(tag)}
            </p>,
            ...states.map((state) => (
              <button
                key={`${tag} ${state}`}
                type="submit"
                class="it"
                name="state"
                value={state}
                formaction={fileHref(context, tag)}
                data-download={fileName(context, tag)}
              >
                {texts.exported[state]}
              </button>
            )),
          ])}
        </div>
      </details>
      <Button
        class="btn ic quiet sm"
        icon="x"
        aria-label={words().mediaList.clearSelection}
        title={words().mediaList.clearSelection}
        data-clear
        hidden
      />
    </form>
  );
}
