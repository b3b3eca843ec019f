import { wordsIn } from '../../content/translations/overlay.js';
import { notFound } from '../../lib/errors.js';
import { listLanguages } from '../../operations/translations/languages.js';
import { countedRecords, type RecordName } from '../../operations/translations/record-counts.js';
import { setRecordTexts, showRecordTexts } from '../../operations/translations/records.js';
import { fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { languageName, ownLanguageName } from '../frame/language.js';
import { named } from '../labels.js';
import { languagesIn, listedLanguages, mayTranslate } from '../languages.js';
import { Icon } from '../parts/icon.js';
import { stateOfTexts } from '../parts/text-state.js';
import type { WorkReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { paginate, Row } from './parts/list.js';
import { doneNotice } from './parts/notices.js';
import { kindName, kindOf, textsPath } from './parts/other-texts.js';
import type { RecordField } from './parts/record-form.js';
import { Crumb } from './parts/text.js';

/** Colours, media or facts with the state of their texts in a language, those that are to do first. */
export async function recordListPage(context: WorkContext): Promise<WorkReply> {
  const { catalog, params, href } = context;
  const { tag, of } = placeOf(context);
  const texts = words().translations;
  const records = countedRecords(catalog, tag).filter((one) => one.of === of);
  const [todo, done] = [true, false].map((isTodo) =>
    records.filter(({ counts: { missing, outdated } }) => missing + outdated > 0 === isTodo),
  );
  const next = todo?.[0];
  const path = href(`/translations/${tag}/${params.of}`);
  const part = paginate(context, [...(todo ?? []), ...(done ?? [])], { path, more: texts.moreTexts });
  const title = fill(texts.textsIn, { what: kindName(of), language: languageName(tag) });
  const languages = listedLanguages(context, await context.read(listLanguages));
  const body = (
    <>
      {await doneNotice(context)}
      <Crumb up={[href('/translations'), texts.title]}>{title}</Crumb>
      <div class="head">
        <h1>{title}</h1>
        {next !== undefined && (
          <div class="actions">
            <ButtonLink to={href(textsPath(tag, next))} text={texts.next} look="go" />
          </div>
        )}
      </div>
      {languages.length > 1 && (
        <p class="row wrap">
          {languages
            .filter(({ tag }) => tag !== catalog.brand?.language)
            .map(({ tag: other }) => (
              <a
                key={other}
                class="btn sm"
                href={href(`/translations/${other}/${params.of}`)}
                aria-current={other === tag ? 'page' : undefined}
                lang={other}
              >
                {ownLanguageName(other)}
              </a>
            ))}
        </p>
      )}
      {records.length === 0 && <p class="hint">{texts.noTexts}</p>}
      <ul class="list">
        {part.shown.map((record) => {
          const [icon, look, state] = stateOfTexts(record.counts);
          return (
            <Row
              key={record.id}
              name={record.title}
              to={href(textsPath(tag, record))}
              {...context.lang()}
              end={
                <span class={`lcell ${look}`}>
                  <Icon name={icon} />
                  {state}
                </span>
              }
            />
          );
        })}
      </ul>
      {part.pager}
    </>
  );
  return { title, body };
}

/** Form with the texts of a colour, a medium, a fact or the portal in a language, each with its source. */
export const recordTextsPage = formsPage(async (context) => {
  const { tag, of } = placeOf(context);
  const id = context.params.id ?? '';
  const params = { lang: tag, of, id };
  const { value, version } = await context.perform(showRecordTexts, { params });
  const { commit } = await context.newest();
  const texts = words().translations;
  const language = languageName(tag);
  const worded = value.texts.filter(({ isWorded }) => isWorded);
  const fields = worded.flatMap(({ path, kind, text, state }): RecordField[] => {
    const { name, hint } = labelOfText(of, path);
    const field: RecordField = {
      name: `texts.${path}`,
      label: name,
      isOptional: true,
      hint: (
        <>
          {texts.source}: <span {...context.lang()}>{text}</span> {hint}
        </>
      ),
      ...(kind === 'plain' && { as: 'text' }),
    };
    if (state !== 'outdated') return [field];
    return [field, { name: `still.${path}`, label: fill(texts.stillCorrect, { text: name }), as: 'check' }];
  });
  const stored = worded.map(({ path, stored }) => [`texts.${path}`, stored === null ? undefined : wordsIn(stored)]);
  const isPortal = of === 'portal';
  const up = isPortal ? '/translations' : `/translations/${tag}/${context.params.of}`;
  const set: Action = {
    name: 'set',
    fields,
    record: Object.fromEntries(stored),
    writes: setRecordTexts,
    to: up,
    run: ({ guard, body: changes }) => {
      const changed = Object.entries(changes);
      const sent = changed.flatMap(([name, text]) =>
        name.startsWith('texts.') ? [[name.slice(6), text ?? null]] : [],
      );
      const still_correct = changed.flatMap(([name, is]) =>
        name.startsWith('still.') && is === true ? name.slice(6) : [],
      );
      return context.perform(setRecordTexts, {
        ...guard,
        params,
        body: { texts: Object.fromEntries(sent), still_correct },
      });
    },
  };
  const title = isPortal ? kindName(of) : (value.texts[0]?.text ?? '');
  return {
    title: fill(texts.textsIn, { what: title, language }),
    up: isPortal ? [up, texts.title] : [up, fill(texts.textsIn, { what: kindName(of), language })],
    path: textsPath(tag, { of, id }),
    version,
    commit,
    isNarrow: true,
    actions: worded.length === 0 ? [] : [set],
    sections: (form) => <>{form('set') ?? <p class="hint">{texts.noTexts}</p>}</>,
  };
});

/** Language and kind of an address. @throws `not_found` */
function placeOf({ catalog, params, actor }: WorkContext): { readonly tag: string; readonly of: RecordName['of'] } {
  const of = kindOf(params.of ?? 'portal');
  const tag = languagesIn(catalog).find((one) => one === params.lang && one !== catalog.brand?.language);
  if (of === null || tag === undefined || !mayTranslate(actor, tag)) throw notFound('Page');
  return { tag, of };
}

/** Name of a text as the form of its source has it, with its number in a list. */
function labelOfText(of: RecordName['of'], path: string): { readonly name: string; readonly hint?: string } {
  const { color, medium, fact, collection } = words().records;
  const texts = words().translations.portalTexts;
  const number = Number(/\.(\d+)\./.exec(path)?.[1] ?? 0) + 1;
  const [, kind = '', member = ''] = /^(collection|category|media-category)-.*\.(\w+)$/.exec(path) ?? [];
  if (of === 'color') return { name: named(path === 'name' ? color.name : color.description).name };
  if (of === 'media')
    return {
      name: named(path === 'title' ? medium.title : path === 'caption' ? medium.caption : medium.description).name,
    };
  if (of === 'entry') return { name: named(path === 'title' ? fact.title : fact.body).name };
  if (kind === 'collection')
    return { name: `${texts.collection} · ${named(member === 'title' ? collection.title : collection.text).name}` };
  if (kind !== '') return { name: kind === 'category' ? texts.category : texts.mediaCategory };
  if (path.startsWith('buttons.')) return { name: fill(texts.button, { n: number }) };
  if (path.startsWith('footer.')) return { name: fill(texts.link, { n: number }) };
  return { name: path === 'contact.label' ? texts.contact : texts.sentence };
}
