import type { ComponentChild } from 'preact';
import type { BrandLanguage } from '../../content/translations/languages.js';
import { visible } from '../../lib/display-safety.js';
import { invalidField } from '../../lib/errors.js';
import { showSettings } from '../../operations/brand.js';
import { type Language, listLanguages, setLanguages, textsIn } from '../../operations/translations/languages.js';
import type { PersonRecord } from '../../registry/records.js';
import { personIn, versionOfRecord } from '../../registry/registry.js';
import { setTranslates, translatesIn } from '../../registry/translators.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import type { Fields } from '../addresses.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { languageName, ownLanguageName } from '../frame/language.js';
import { Note } from '../parts/note.js';
import { Submit } from './parts/button.js';
import { buttonFor } from './parts/for-review.js';
import type { FormInputs } from './parts/form.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { isTranslator, languageBoxes, sentLanguages as sentTags } from './parts/role-inputs.js';
import { Name } from './parts/text.js';

/** Sign of a button that was pressed after it was asked. */
const sure = '!';

/** The languages as the form has them; `null` if it is another form. @throws `bad_request` if a field is missing */
function sentLanguages(form: Fields): BrandLanguage[] | null {
  if (form.action !== 'set') return null;
  const numbers = Object.keys(form).map((field) => Number(/^languages\.(\d{1,3})\./.exec(field)?.[1] ?? -1));
  sentField(form, 'act');
  return Array.from({ length: Math.max(...numbers, 0) + 1 }, (_, at) => {
    const member = (name: string): string => sentField(form, `languages.${at}.${name}`);
    return { tag: member('tag'), shown: member('shown') === 'yes', fallback: member('fallback') || null };
  });
}

/** The languages after the button that was pressed: `up.1`, `down.0`, `remove.2`, or `save`. */
function afterButton(languages: readonly BrandLanguage[], act: string): readonly BrandLanguage[] {
  const [verb, number] = act.replace(sure, '').split('.');
  const at = Number(number);
  const one = languages[at];
  if (number === undefined || one === undefined) return languages;
  const others = languages.toSpliced(at, 1);
  if (verb !== 'remove') return others.toSpliced(Math.max(0, at + (verb === 'up' ? -1 : 1)), 0, one);
  return others.map((other) => (other.fallback === one.tag ? { ...other, fallback: one.fallback } : other));
}

/** Pages of a language that readers would get in another one. */
const incomplete = ({ pages, complete }: Pick<Language, 'pages' | 'complete'>): number => pages - complete;

/** Further languages of a brand: which, in what order, for whom, and what is read where a text is missing. */
export const languagesPage = formsPage(async (context) => {
  const { brand, service, slug, form: sent } = context;
  const texts = words().languages;
  const stored = await context.perform(showSettings);
  const { catalog, commit } = await context.newest();
  const [own, ...listed] = await context.read(listLanguages);
  const before: readonly BrandLanguage[] = catalog.brand?.languages ?? [];
  const act = sent.action === 'set' ? (sent.act ?? '') : '';
  /** Question to confirm before the form is stored. */
  const asked = (): { readonly text: string; readonly button: string; readonly of: string } | null => {
    const next = sentLanguages(sent);
    if (next === null || act.endsWith(sure)) return null;
    const left = afterButton(next, act);
    const gone = before.find(({ tag }) => !left.some((one) => one.tag === tag) && textsIn(catalog, tag) > 0);
    if (gone !== undefined) {
      const name = ownLanguageName(gone.tag);
      return {
        text: counted(texts.askRemove, textsIn(catalog, gone.tag), { name }),
        button: fill(texts.removeOf, { name }),
        of: act,
      };
    }
    const isShown = (tag: string): boolean => before.some((one) => one.tag === tag && one.shown);
    const few = listed.find(({ tag, pages, complete }) => {
      return left.some((one) => one.tag === tag && one.shown) && !isShown(tag) && 2 * complete < pages;
    });
    if (few === undefined) return null;
    const name = ownLanguageName(few.tag);
    return {
      text: counted(texts.askShow, incomplete(few), { name }),
      button: fill(texts.show, { name }),
      of: act,
    };
  };
  const rows = sentLanguages(sent) ?? before;
  const tagField = `languages.${before.length}.tag`;
  const set: Action = {
    name: 'set',
    inputs: (inputs) => languageRows(inputs, rows, own?.tag ?? '', asked()),
    text: <p class="hint">{texts.order}</p>,
    run({ guard }) {
      if (asked() !== null) throw invalidField('languages', 'Nothing is saved yet: confirm it below.');
      const body = {
        languages: afterButton(sentLanguages(sent) ?? before, act),
        with_texts: act.endsWith(sure),
      };
      return context.perform(setLanguages, { ...guard, body });
    },
  };
  const review: Action = {
    name: 'review',
    title: texts.review,
    version: versionOfRecord(brand),
    said: 'stored',
    inputs: (inputs) =>
      inputs.checkbox({ name: 'reviewed', label: texts.reviewed, isChecked: brand.translations_reviewed }),
    text: <p class="hint">{texts.reviewHint}</p>,
    async run({ by }) {
      const translations_reviewed = sentField(sent, 'reviewed') === 'yes';
      await service.setBrandSettings(slug, { translations_reviewed }, by);
    },
  };
  const people = await service.people.list();
  const viewers = people.filter(({ roles }) => Object.hasOwn(roles, slug) && roles[slug] === 'viewer');
  const choose: Action = {
    name: 'choose',
    button: texts.choose,
    look: 'plain',
    guards: [],
    inputs: (inputs) => [
      inputs.select({
        name: 'person',
        label: texts.viewer,
        options: [['', texts.choosePerson], ...viewers.map(({ id, name }) => [id, visible(name)] as const)],
      }),
      languageBoxes(context, inputs),
    ],
    async run({ by }) {
      const person = viewers.find(({ id }) => id === sent.person);
      if (person === undefined) throw invalidField('person', 'Choose a person.');
      const tags = sentTags(context);
      if (tags.length === 0) throw invalidField('translates', 'Choose at least one language.');
      // Languages are only added, so that the person may have changed since the page was drawn.
      const version = versionOfRecord(personIn(slug, person));
      const all = [...translatesIn(person, slug), ...tags];
      await setTranslates(service.people.verbs, { id: person.id, brand: slug, tags: all }, { ...by, version });
    },
  };
  return {
    title: texts.title,
    up: ['/settings', words().places.settings],
    path: '/settings/languages',
    version: stored.version,
    commit,
    said: { stored: words().settings.saved },
    actions: [
      ...(rows.length > 0 ? [set, review] : []),
      ...(rows.length > 0 && viewers.length > 0 ? [choose] : []),
      {
        name: 'add',
        title: texts.add,
        button: texts.add,
        inputs: (inputs) =>
          inputs.input({ name: tagField, label: texts.tag, hint: texts.tagHint, isRequired: true, maxLength: 20 }),
        run({ guard }) {
          const added = { tag: sentField(sent, tagField).trim(), shown: false, fallback: null };
          return context.perform(setLanguages, { ...guard, body: { languages: [...before, added] } });
        },
      },
    ],
    sections: async (form) => (
      <>
        <p class="hint">{texts.hint}</p>
        {form('set')}
        {listed.map((language) => {
          const { tag, shown, pages } = language;
          const values = { name: ownLanguageName(tag), missing: incomplete(language), count: pages };
          return shown && incomplete(language) > 0 && <p class="hint">{fill(texts.missing, values)}</p>;
        })}
        {form('add')}
        {own !== undefined && listed.length > 0 && (
          <Translators context={context} people={people} languages={own.pages > 0 ? [own, ...listed] : listed}>
            {form('choose') ?? <p class="hint">{texts.noViewers}</p>}
          </Translators>
        )}
        {form('review')}
      </>
    ),
  };
});

/** Rows of the languages, each with what it falls back to, who reads it, and its place. */
function languageRows(
  inputs: FormInputs,
  rows: readonly BrandLanguage[],
  own: string,
  asked: { readonly text: string; readonly button: string; readonly of: string } | null,
): ComponentChild {
  const texts = words().languages;
  const move = (verb: 'up' | 'down', at: number, name: string) => (
    <Submit
      text={texts.move[verb]}
      look="sm quiet"
      label={buttonFor(texts.move[verb], name)}
      name="act"
      value={`${verb}.${at}`}
    />
  );
  return (
    <>
      {/* Enter in a field presses the first button. */}
      <button type="submit" name="act" value="save" hidden />
      {asked !== null && (
        <Note kind="warn">
          <p>{asked.text}</p>
          <Submit text={asked.button} look="sm bad" name="act" value={(asked.of || 'save') + sure} />
        </Note>
      )}
      <ol class="list langs">
        <li class="li">
          <span>
            <b lang={own}>{ownLanguageName(own)}</b>
            <small>{fill(texts.own, { tag: own })}</small>
          </span>
        </li>
        {rows.map(({ tag, shown, fallback }, at) => {
          const name = ownLanguageName(tag);
          const others = [own, ...rows.map((row) => row.tag)].filter((other) => other !== tag);
          const options = others.map((other) => [other, languageName(other)] as const);
          return (
            <li class="li" key={tag}>
              <input type="hidden" name={`languages.${at}.tag`} value={tag} />
              <span>
                <b lang={tag}>{name}</b>
                <small>{fill(texts.address, { tag, address: tag })}</small>
              </span>
              {inputs.select({
                name: `languages.${at}.fallback`,
                label: texts.fallback,
                value: fallback,
                options: [['', texts.pageLanguage], ...options],
              })}
              {inputs.checkbox({ name: `languages.${at}.shown`, label: texts.shown, isChecked: shown })}
              <span class="row">
                {at > 0 && move('up', at, name)}
                {at < rows.length - 1 && move('down', at, name)}
                <Submit
                  text={words().common.remove}
                  look="sm quiet"
                  label={fill(texts.removeOf, { name })}
                  name="act"
                  value={`remove.${at}`}
                />
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** Limit on the people of a language; the page of people lists all. */
const maxTranslators = 20;

interface TranslatorsProps {
  readonly context: WorkContext;
  readonly people: readonly PersonRecord[];
  readonly languages: readonly Language[];
  /** Form that lets another person translate. */
  readonly children: ComponentChild;
}

/** Translators of each language, each with a link to their page, where languages are taken away, too. */
function Translators({ context: { slug, href }, people, languages, children }: TranslatorsProps) {
  const texts = words().languages;
  const link = <a href={href('/people')}>{words().places.people}</a>;
  return (
    <section class="card pad">
      <h2>{texts.who}</h2>
      <p>
        <Filled text={texts.whoHint} values={{ people: link }} />
      </p>
      <ul class="list">
        {languages.map(({ tag }) => {
          const all = people.filter((person) => isTranslator(person, slug) && translatesIn(person, slug).includes(tag));
          return (
            <li class="li" key={tag}>
              <span>
                <b lang={tag}>{ownLanguageName(tag)}</b>
                {all.length === 0 && <small>{texts.noTranslators}</small>}
              </span>
              <span class="row wrap">
                {all.slice(0, maxTranslators).map(({ id, name }) => (
                  <a key={id} class="btn sm" href={href(`/people/${id}`)}>
                    <Name text={name} />
                  </a>
                ))}
                {all.length > maxTranslators && fill(words().frame.more, { n: all.length - maxTranslators })}
              </span>
            </li>
          );
        })}
      </ul>
      {children}
    </section>
  );
}
