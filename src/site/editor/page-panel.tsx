import { useState } from 'preact/hooks';
import type { Page } from '../../content/page.js';
import { fill, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { reviewedText } from '../parts/sent-for-review.js';
import type { Arrangement } from './api.js';
import type { Editor } from './editor.js';
import { MediaDialog } from './media-choice.js';
import { arrange, chapterHref, type Problems, pageHref, problemsOf } from './pages.js';
import { Panel } from './panel.js';
import { PlaceFields, usePlaceChoice } from './place-fields.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

interface PagePanelProps {
  readonly saver: Saver;
  close(): void;
}

/**
 * Summary and picture of the page, which are stored with its content, and its address, place, readers and language, which are
 * saved together.
 */
export function PagePanel({ saver, close }: PagePanelProps) {
  const { common, editor: editorTexts, editorPage: texts } = words();
  const editor = useEditor();
  const stored = useSelected(({ settings }) => settings);
  const { own, brand } = useSelected(({ language }) => language);
  const kept = useSelected(({ details }) => details);
  const written = useSelected(({ state }) => state.details);
  const { summary, cover } = { ...kept, ...written };
  /** Chosen values. They stay when others store the page. */
  const [chosen, setChosen] = useState<Partial<Chosen>>({});
  const shown: Chosen = { ...stored, language: own ?? '', ...chosen };
  const { slug, visibility, language } = shown;
  const place = usePlaceChoice(stored);
  const [problems, setProblems] = useState<Problems>({});
  /** Choice of what becomes of translations, once the server has asked for it. */
  const [translations, setTranslations] = useState<Translations | 'asked' | null>(null);
  const textOf = useButtonText();
  const save = async (): Promise<void> => {
    setProblems({});
    const chosenTranslations = translations === null || translations === 'asked' ? {} : { translations };
    const changes = [
      slug.trim() !== stored.slug && { name: texts.changes.address, to: { slug }, back: { slug: stored.slug } },
      place.move !== null && { name: texts.changes.place, ...place.move },
      visibility !== stored.visibility && {
        name: texts.changes.readers,
        to: { visibility },
        back: { visibility: stored.visibility },
      },
      language.trim() !== (own ?? '') && {
        name: texts.changes.language,
        to: { language: language.trim() || null, ...chosenTranslations },
        back: { language: own, ...chosenTranslations },
      },
    ].filter((change) => change !== false);
    if (changes.length === 0) return editor.showMessage(editorTexts.nothingToSave);
    const to: Arrangement = Object.assign({}, ...changes.map((change) => change.to));
    const back: Arrangement = Object.assign({}, ...changes.map((change) => change.back));
    const names = changes.map(({ name }) => name).join(', ');
    const refused = await arrange(editor, stored.id, [to, back], fill(texts.saved, { names }));
    setProblems(refused);
    if (refused.translations !== undefined) setTranslations((before) => before ?? 'asked');
    if (Object.keys(refused).length > 0) return;
    // Another text is the page now.
    if (translations === 'swap') return location.reload();
    setTranslations(null);
    setChosen((now) => (now === chosen ? {} : now));
    place.chooseNone();
  };
  return (
    <Panel icon="settings-2" title={editorTexts.pageSettings} close={close}>
      <div class="sec">
        <div class="field">
          <label for="page-summary">{texts.summary}</label>
          <textarea
            class="in"
            id="page-summary"
            rows={3}
            maxLength={300}
            value={summary ?? ''}
            aria-describedby="page-summary-hint"
            onInput={({ currentTarget }) =>
              editor.setDetail('summary', currentTarget.value.replaceAll(/[\r\n]+/g, ' ') || null)
            }
          />
          <span id="page-summary-hint" class="hint">
            {texts.summaryHint}
          </span>
        </div>
        <CoverField cover={cover} choose={(next) => editor.setDetail('cover', next)} />
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="sec">
          <TermField
            id="page-slug"
            name={texts.address}
            hint={texts.addressHint}
            maxLength={255}
            required
            value={slug}
            problem={problems.slug}
            change={(next) => setChosen((before) => ({ ...before, slug: next }))}
          />
          <PlaceFields place={place} />
          <TermField
            id="page-language"
            name={texts.language}
            hint={fill(texts.languageHint, { language: brand })}
            maxLength={20}
            placeholder={brand}
            value={language}
            problem={problems.language}
            change={(next) => setChosen((before) => ({ ...before, language: next }))}
          />
        </div>
        {translations !== null && (
          <TranslationsField chosen={translations} problem={problems.translations} choose={setTranslations} />
        )}
        <fieldset class="sec readers">
          <legend>{texts.readers}</legend>
          {(['public', 'internal', 'hidden'] as const).map((value) => (
            <label>
              <input
                type="radio"
                name="visibility"
                checked={visibility === value}
                onChange={() => setChosen((before) => ({ ...before, visibility: value }))}
              />
              <span>
                {common.visibility[value]}
                <small>{texts.readerHints[value]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="sec">
          {problems[''] !== undefined && (
            <p class="err" role="alert">
              {problems['']}
            </p>
          )}
          <button type="submit" class="btn">
            {textOf(texts.saveSettings)}
          </button>
        </div>
      </form>
      <PageActions saver={saver} show={setProblems} />
    </Panel>
  );
}

type Chosen = Pick<Page, 'slug' | 'visibility'> & {
  readonly language: string;
};

interface CoverFieldProps {
  readonly cover: number | null;
  choose(cover: number | null): void;
}

/** The picture of the page, chosen among those of the brand. */
function CoverField({ cover, choose }: CoverFieldProps) {
  const { editorPage: texts, editorBlocks, references } = words();
  const editor = useEditor();
  const [isChoosing, setChoosing] = useState(false);
  const medium = useSelected(({ media }) => media.get(cover ?? 0));
  const name = medium?.title ?? medium?.file?.name ?? fill(references.medium, { id: String(cover) });
  return (
    <div class="field medium-field">
      <span>{texts.cover}</span>
      <b>{cover === null ? editorBlocks.panel.noMedium : name}</b>
      <Button class="btn sm" onClick={() => setChoosing(true)}>
        {editorBlocks.media.choose}
      </Button>
      {cover !== null && (
        <Button class="btn sm quiet" onClick={() => choose(null)}>
          {editorBlocks.panel.chooseNone}
        </Button>
      )}
      <span class="hint">{texts.coverHint}</span>
      {isChoosing && (
        <MediaDialog
          type="image"
          use={(media) => {
            editor.addMedia(media);
            choose(media[0]?.id ?? null);
            setChoosing(false);
          }}
          close={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

type Translations = NonNullable<Arrangement['translations']>;

interface TranslationsFieldProps {
  readonly chosen: Translations | 'asked';
  readonly problem: string | undefined;
  choose(value: Translations): void;
}

/** The question what becomes of the translations of a page that gets another language. */
function TranslationsField({ chosen, problem, choose }: TranslationsFieldProps) {
  const { title, ...answers } = words().editorPage.translations;
  return (
    <fieldset class="sec readers">
      <legend>{title}</legend>
      {(['outdated', 'swap'] as const).map((value) => (
        <label>
          <input type="radio" name="translations" checked={chosen === value} onChange={() => choose(value)} />
          <span>{answers[value]}</span>
        </label>
      ))}
      {problem !== undefined && (
        <p class="err" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface TermFieldProps {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly maxLength: number;
  readonly required?: boolean;
  readonly placeholder?: string;
  change(value: string): void;
}

/** Field for an address or a tag, with its hint, or with the problem in its place. */
function TermField({ id, name, hint, problem, change, ...input }: TermFieldProps) {
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <input
        {...input}
        class="in mono"
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <span id={`${id}-hint`} class={problem === undefined ? 'hint' : 'err'}>
        {problem ?? hint}
      </span>
    </div>
  );
}

interface PageActionsProps {
  readonly saver: Saver;
  show(problems: Problems): void;
}

/** Texts of buttons, which say whether their writes are sent for review. */
function useButtonText(): (text: string) => string {
  const isReviewed = useSelected(({ api, review }) => !review.mayPublish && api.place.onlyIn === null);
  return (text) => (isReviewed ? reviewedText(text) : text);
}

function PageActions({ saver, show }: PageActionsProps) {
  const { common, editor: editorTexts, editorPage: texts } = words();
  const editor = useEditor();
  const textOf = useButtonText();
  /** Opens another page. Unsaved changes stay on this device. */
  const leaveFor = (address: Promise<string>): void => {
    saver.keeper.keepNow();
    show({});
    void address.then((to) => location.assign(to)).catch((error: unknown) => show(problemsOf(error)));
  };
  const { onlyIn } = editor.api.place;
  if (onlyIn !== null) {
    return (
      <div class="sec acts">
        <a class="it" href={editor.api.proposalHref(onlyIn)}>
          <Icon name="eye" />
          {editorTexts.seeProposal}
        </a>
      </div>
    );
  }
  return (
    <div class="sec acts">
      <a class="it" href={`${editor.api.place.base}/-/history/${editor.settings.id}`}>
        <Icon name="history" />
        {common.history}
      </a>
      {!editor.isChapter && (
        <>
          <Button icon="copy" class="it" onClick={() => leaveFor(duplicate(editor))}>
            {textOf(texts.duplicate)}
          </Button>
          <a class="it" href={editor.api.templateHref}>
            <Icon name="layers" />
            {texts.template}
          </a>
        </>
      )}
      <Button icon="trash" class="it bad" onClick={() => leaveFor(moveToTrash(editor))}>
        {textOf(texts.toTrash)}
      </Button>
    </div>
  );
}

/** @returns address of the copy */
async function duplicate(editor: Editor): Promise<string> {
  const { slug } = await editor.api.duplicate();
  return pageHref(editor, slug, '#edit');
}

/** @returns address of the page's chapter */
const moveToTrash = async (editor: Editor): Promise<string> =>
  `${chapterHref(editor)}?done=${await editor.api.trash()}`;
