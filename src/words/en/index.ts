import type { FrameLanguage } from '../languages.js';
import { blocks } from './blocks.js';
import { changes } from './changes.js';
import { chats } from './chats.js';
import { check } from './check.js';
import { collections } from './collections.js';
import { common } from './common.js';
import { conflicts } from './conflicts.js';
import { connect } from './connect.js';
import { changedThings, deeds } from './deeds.js';
import { differences, references } from './differences.js';
import { editor, editorNotes } from './editor.js';
import { editorBlocks } from './editor-blocks.js';
import { editorKeys, keyList } from './editor-keys.js';
import { editorPage } from './editor-page.js';
import { editorLanguage, editorText } from './editor-text.js';
import { categories, facts } from './facts.js';
import { fields, sectionFields } from './fields.js';
import { fileRights } from './file-rights.js';
import { find } from './find.js';
import { forms, recordForms, uploads } from './forms.js';
import { frame } from './frame.js';
import { gate } from './gate.js';
import { importPages } from './import-pages.js';
import { importing } from './importing.js';
import { keys, webhooks } from './keys.js';
import { labels, memberNames } from './labels.js';
import { languagePage, term } from './language-page.js';
import { mails, notifications } from './mails.js';
import { media, medium } from './media.js';
import { mediaList } from './media-list.js';
import { notes } from './notes.js';
import { numbers } from './numbers.js';
import { archive, health, newBrand, operator, searches, stats, yourBrands } from './operator.js';
import { emptyPortal, firstSteps, logo, overview } from './overview.js';
import { pageHistory } from './page-history.js';
import { newPage, pageSettings } from './page-settings.js';
import { agents, consent, people, sessions } from './people.js';
import { places } from './places.js';
import { print } from './print.js';
import { privacy } from './privacy.js';
import { proposal, proposedChanges } from './proposal.js';
import { proposals, reviews } from './proposals.js';
import { failures, rail, rights } from './rail.js';
import { readers } from './readers.js';
import { reading } from './reading.js';
import { readingForm } from './reading-form.js';
import { records } from './records.js';
import { scripts } from './scripts.js';
import { selection } from './selection.js';
import { sending } from './sending.js';
import { settings } from './settings.js';
import { me, passkeys, signIn } from './sign-in.js';
import { colors, newFont, portalForm, theme } from './theme.js';
import { translating } from './translating.js';
import { languages, translations } from './translations.js';
import { trash } from './trash.js';
import { restoring, versions } from './versions.js';
import { workScripts } from './work-scripts.js';

/** Every text of the site in English. Its type is the contract of the other languages. */
export const en = {
  language: 'en' as FrameLanguage,
  /** Locale of numbers, dates and lists. */
  locale: 'en-GB',
  agents,
  archive,
  blocks,
  categories,
  changedThings,
  changes,
  chats,
  check,
  collections,
  colors,
  common,
  conflicts,
  connect,
  consent,
  deeds,
  differences,
  editor,
  editorBlocks,
  editorKeys,
  editorLanguage,
  editorNotes,
  editorPage,
  editorText,
  emptyPortal,
  facts,
  failures,
  fields,
  fileRights,
  find,
  firstSteps,
  forms,
  frame,
  gate,
  health,
  importPages,
  importing,
  keyList,
  keys,
  labels,
  languagePage,
  languages,
  logo,
  mails,
  mediaList,
  me,
  memberNames,
  media,
  medium,
  newBrand,
  newPage,
  notes,
  notifications,
  numbers,
  operator,
  overview,
  pageHistory,
  pageSettings,
  passkeys,
  people,
  places,
  portalForm,
  print,
  privacy,
  proposal,
  proposals,
  proposedChanges,
  rail,
  readers,
  reading,
  readingForm,
  recordForms,
  records,
  references,
  restoring,
  reviews,
  rights,
  scripts,
  searches,
  sectionFields,
  sessions,
  selection,
  sending,
  settings,
  signIn,
  stats,
  term,
  theme,
  newFont,
  translating,
  translations,
  trash,
  uploads,
  versions,
  webhooks,
  workScripts,
  yourBrands,
};
