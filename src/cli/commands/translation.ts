import type { Command } from 'commander';
import { canonicalTag } from '../../content/language-tags.js';
import type { BrandLanguage } from '../../content/translations/languages.js';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { type Language, listLanguages, listQueue, setLanguages } from '../../operations/translations/languages.js';
import { setTranslates } from '../../registry/translators.js';
import type { Service } from '../../service/service.js';
import { brandServiceCommand, commandGroup, operationCommand, runOperation, table } from '../command.js';
import { exportTermsCommand, exportTextsCommand, importTextsCommand } from './translation-files.js';

const tag = ['<tag>', 'the tag of a language, such as de or pt-BR'] as const;

/** `translation`: the languages of a brand, and what is translated. `language` is of the corporate language. */
export const translationCommand = (): Command =>
  commandGroup('translation', 'languages of a brand, and what is translated into them', [
    operationCommand('languages', 'list the languages of a brand, its own first', listLanguages, {
      text: (languages) =>
        table(['TAG', 'VISITORS', 'FALLBACK', 'PAGES', 'MISSING TEXTS', 'OUTDATED TEXTS'], languages.map(rowOf)),
    }),
    changing('add', 'add a language, which visitors do not read yet', {
      options: [['--fallback <tag>', 'the language that is read where a text is missing (default: that of the page)']],
      change: (languages, tag, { fallback = null }) => [...languages, { tag, shown: false, fallback }],
      text: (tag) => `Added ${tag}. Visitors read it after: translation publish`,
    }),
    changing('remove', 'remove a language; refused while it has texts, which then only the history keeps', {
      options: [['--force', 'also its texts']],
      change: (languages, tag) => known(languages, tag).filter((one) => one.tag !== tag),
      text: (tag) => `Removed ${tag}.`,
    }),
    changing('publish', 'show a language to visitors', {
      change: (languages, tag) => shown(languages, tag, true),
      text: (tag) => `Visitors read ${tag}.`,
    }),
    changing('unpublish', 'hide a language from visitors; its texts stay', {
      change: (languages, tag) => shown(languages, tag, false),
      text: (tag) => `Visitors do not read ${tag} any more.`,
    }),
    operationCommand('status', 'list the pages with missing or outdated texts in a language', listQueue, {
      args: [tag],
      text: (pages) =>
        table(
          ['PAGE', 'TITLE', 'MISSING', 'OUTDATED', 'SOURCE CHANGED'],
          pages.map((page) => [
            ...[`${page.id}`, visible(page.title), `${page.missing}`, `${page.outdated}`],
            page.updated_at ?? '-',
          ]),
        ),
    }),
    exportTextsCommand(),
    importTextsCommand(),
    exportTermsCommand(),
    brandServiceCommand('person', 'set the languages into which a viewer translates; none: no language', {
      args: [
        ['<person>', "the person's name or id"],
        ['[tags...]', 'tags of languages'],
      ],
      async run({ people }: Service, _options: object, brand = '', named = '', ...tags: string[]) {
        const { id } = await people.find(named);
        return setTranslates(people.verbs, { id, brand, tags: tags.flat() });
      },
      text: ({ name, translates = {} }, brand = '') =>
        `${visible(name)} translates into ${translates[brand]?.join(', ') ?? 'no language'} in ${brand}.`,
    }),
  ]);

const rowOf = ({ tag, shown, fallback, pages, complete, missing, outdated }: Language): string[] => [
  ...[tag, shown ? 'yes' : 'no', fallback ?? '-'],
  ...[`${complete} of ${plural(pages, 'page')}`, `${missing}`, `${outdated}`],
];

type Languages = readonly BrandLanguage[];

interface ChangeOptions {
  readonly fallback?: string;
  readonly force?: true;
}

interface Changing {
  readonly options?: readonly (readonly [flags: string, help: string])[];
  change(languages: Languages, tag: string, options: ChangeOptions): Languages;
  text(tag: string): string;
}

/** A command that changes the list of languages. */
function changing(name: string, help: string, { options = [], change, text }: Changing): Command {
  return brandServiceCommand(name, help, {
    args: [tag],
    options,
    async run(service: Service, sent: ChangeOptions, brand = '', named = '') {
      const [, ...listed] = await runOperation(service, brand, listLanguages);
      const languages = listed.map(({ tag, shown, fallback }) => ({ tag, shown, fallback }));
      const body = {
        languages: change(languages, canonicalTag(named) ?? named, sent),
        with_texts: sent.force === true,
      };
      return runOperation(service, brand, setLanguages, { body });
    },
    text: (_answer, _brand, named = '') => text(canonicalTag(named) ?? named),
  });
}

const shown = (languages: Languages, tag: string, isShown: boolean): Languages =>
  known(languages, tag).map((one) => (one.tag === tag ? { ...one, shown: isShown } : one));

/** @throws `not_found` */
function known(languages: Languages, tag: string): Languages {
  if (languages.some((one) => one.tag === tag)) return languages;
  throw new PortalError('not_found', `The brand has no language ${tag}.`);
}
