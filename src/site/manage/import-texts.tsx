import { xliffLimits } from '../../content/translations/xliff/unit.js';
import { listLanguages } from '../../operations/translations/languages.js';
import { sizeText } from '../../words/sizes.js';
import { fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { ownLanguageName } from '../frame/language.js';
import { listedLanguages } from '../languages.js';
import { Icon, type IconName } from '../parts/icon.js';
import type { WorkReply } from '../replies.js';
import { CheckFirst } from './parts/check-first.js';
import { Crumb } from './parts/text.js';

/** Page that takes a file of translations. Its script asks what would become of each text, and then for the proposal. */
export async function importTextsPage(context: WorkContext): Promise<WorkReply> {
  const texts = words().importing;
  const { href, base, actor, query } = context;
  const languages = await context.read(listLanguages);
  const tags = listedLanguages(context, languages).map(({ tag }) => tag);
  const chosen = tags.find((tag) => tag === query.lang) ?? tags.find((tag) => tag !== languages[0]?.tag) ?? tags[0];
  if (chosen === undefined) return { to: href('/translations') };
  const body = (
    <>
      <Crumb up={[href('/translations'), words().translations.title]}>{texts.title}</Crumb>
      <CheckFirst
        texts={texts}
        form={{
          'data-import': href('/-/workspace/api'),
          'data-person': actor.id,
          'data-proposals': context.isAtLeast('editor') ? href('/proposals') : undefined,
        }}
        counts={[
          ['taken', texts.counts.taken],
          ['same', texts.counts.same],
          ['outdated', texts.counts.outdated, 'is-warn'],
          ['refused', texts.counts.refused, 'is-bad'],
        ]}
        lists={[
          ['refused', texts.refused],
          ['taken', texts.taken],
        ]}
      >
        <div class="field">
          <label for="lang">{words().translations.language}</label>
          <select class="in" id="lang" name="lang">
            {tags.map((tag) => (
              <option
                key={tag}
                value={tag}
                selected={tag === chosen}
                data-pages={`${base}${tag === languages[0]?.tag ? '' : `/${tag}`}/-/page/`}
              >
                {ownLanguageName(tag)}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="file">{texts.file}</label>
          <input class="in" id="file" name="file" type="file" required accept=".xlf,.xliff" aria-describedby="size" />
          <p class="hint" id="size">
            {fill(texts.fileHint, { size: sizeText(xliffLimits.bytes) })}
          </p>
        </div>
        <label class="check">
          <input type="checkbox" name="by" value="machine" /> {texts.byMachine}
        </label>
      </CheckFirst>
      {row(context, 'refusal', 'circle-x')}
      {row(context, 'outdated', 'history')}
      {row(context, 'clean', 'check')}
    </>
  );
  return { title: texts.title, body };
}

/** Row of a list, which the script fills. */
const row = ({ href }: WorkContext, name: 'refusal' | 'outdated' | 'clean', icon: IconName) => (
  <template data-row={name}>
    <li class="li">
      {name === 'refusal' && (
        <span class="av sys bad">
          <Icon name={icon} />
        </span>
      )}
      <span>
        <b />
        <small />
      </span>
      <span class="row">
        {name === 'refusal' ? (
          <a class="btn sm" href={href('/translations')}>
            {words().importing.translate}
          </a>
        ) : (
          <span class={name === 'clean' ? 'tag ok' : 'tag warn'}>
            <Icon name={icon} size="s" />
            <span>{name === 'clean' && words().importing.clean}</span>
          </span>
        )}
      </span>
    </li>
  </template>
);
