import type { ComponentChild } from 'preact';
import { shortened } from '../../../lib/shortened.js';
import { resources, versionOf } from '../../../operations/engine/resource.js';
import { releaseMedia } from '../../../operations/media.js';
import { type DraftedPage, listDraftedPages } from '../../../operations/proposals/of-page.js';
import { verifyEntries } from '../../../operations/verify-entries.js';
import { type WaitingKind, type WaitingRow, waitingKinds } from '../../../operations/waiting.js';
import { told } from '../../../words/errors.js';
import { Filled } from '../../../words/filled.js';
import { counted, words } from '../../../words/words.js';
import { AuthorPicture } from '../../compare/parts/proposal-state.js';
import { proposalTitle } from '../../compare/parts/proposal-title.js';
import { mediumName } from '../../compare/parts/reference-names.js';
import type { WorkContext } from '../../context.js';
import { authorText } from '../../parts/avatar.js';
import type { IconName } from '../../parts/icon.js';
import { Time } from '../../parts/time.js';
import { ButtonForm, ButtonLink } from './button.js';
import { buttonFor, buttonText, reviewFields } from './for-review.js';
import { Row, RowIcon } from './list.js';
import { Name } from './text.js';

/** Maximum number of rows of each kind. */
const maxNamed = 3;

/** Upper bound on the characters of a note in a row. */
const maxNote = 200;

type Snapshot = Awaited<ReturnType<WorkContext['newest']>>;

interface Drawing {
  readonly context: WorkContext;
  readonly snapshot: Snapshot;
  /** Pages in the person's drafts. */
  readonly drafted: readonly DraftedPage[];
  readonly isNew: (row: WaitingRow) => boolean;
}

type ShownKind = Exclude<WaitingKind, 'outdated'>;

const icons: Readonly<Record<ShownKind, IconName>> = {
  mention: 'message-square',
  comment: 'message-square',
  sent_back: 'message-square',
  schedule: 'octagon-alert',
  conflict: 'git-merge',
  review: 'git-pull-request-arrow',
  draft: 'file-text',
  note: 'message-circle-question-mark',
  declined: 'x',
  fact: 'badge-check',
  medium: 'image',
  ending: 'clock',
  ended: 'clock',
};

/** Rows of what waits for a person, the first of each kind. Each has a button that says what to do. */
export async function waitingRows(
  context: WorkContext,
  rows: readonly WaitingRow[],
  snapshot: Snapshot,
): Promise<ComponentChild[]> {
  const hasDrafts = rows.some(({ kind }) => kind === 'draft' || kind === 'sent_back');
  const drafted = hasDrafts ? await context.read(listDraftedPages) : [];
  const shown = Object.keys(waitingKinds).flatMap((name) =>
    rows.filter(({ kind }) => kind === name).slice(0, maxNamed),
  );
  const { service, principal, slug } = context;
  const { id } = principal.person;
  const seen = await service.seen.of(id, slug);
  // Everything is new to a person who looks for the first time.
  const isNew = ({ kind, key }: WaitingRow): boolean => kind !== 'draft' && !seen.isEmpty && !seen.has(key);
  const keys = shown.map(({ key }) => key);
  service.seen.note(id, slug, keys);
  return shown.map((row) => <WaitingItem key={row.key} row={row} drawing={{ context, snapshot, drafted, isNew }} />);
}

function WaitingItem({ row, drawing }: { readonly row: WaitingRow; readonly drawing: Drawing }) {
  if (row.kind === 'outdated') return null;
  const { kind, by } = row;
  const name = nameOf(row);
  const to = addressOf(row, drawing);
  return (
    <Row
      name={name}
      to={to}
      icon={by === null ? <RowIcon name={icons[kind]} /> : <AuthorPicture by={by} />}
      mark={drawing.isNew(row) && <span class="tag ok">{words().overview.isNew}</span>}
      details={<Details row={row} drawing={drawing} />}
      end={<Acts row={row} kind={kind} name={name} to={to} drawing={drawing} />}
    />
  );
}

function nameOf({ kind, id, title }: WaitingRow): string {
  if (kind === 'fact') return title;
  if (kind === 'medium' || kind === 'ending' || kind === 'ended')
    return mediumName({ id: Number(id), title: title === '' ? null : title });
  return proposalTitle(title);
}

/** A draft of one page leads to writing it. */
function addressOf({ kind, id, href: path }: WaitingRow, { context: { href }, drafted }: Drawing): string {
  const isDraft = kind === 'draft' || kind === 'sent_back';
  const page = isDraft ? drafted.find(({ draft, isOfPageOnly }) => draft === id && isOfPageOnly) : undefined;
  return page ? `${href(`/-/page/${page.id}`, { draft: String(id) })}#edit` : href(path);
}

function Details({ row, drawing }: { readonly row: WaitingRow; readonly drawing: Drawing }) {
  const { kind, by, note, since, count, id } = row;
  const texts = words().overview.kinds;
  if (kind === 'outdated') return null;
  if (kind === 'fact') return texts.fact;
  if (kind === 'medium')
    return drawing.snapshot.catalog.media.get(Number(id))?.caption === null ? texts.mediumBare : texts.medium;
  const values = {
    name: <bdi>{by === null ? words().notes.reader : authorText(by)}</bdi>,
    note: <Name text={kind === 'schedule' ? told(note) : shortened(note, maxNote)} />,
    time: since && <Time at={since} />,
    day: since && <Time at={since} form="day" />,
  };
  if (kind === 'conflict') return counted(texts.conflict, count);
  if (kind === 'ending' || kind === 'ended' || kind === 'draft' || kind === 'schedule')
    return <Filled text={texts[kind]} values={values} />;
  const { plain, noted } = texts[kind];
  return <Filled text={note === '' ? plain : noted} values={values} />;
}

interface ActsProps {
  readonly row: WaitingRow;
  readonly kind: ShownKind;
  readonly name: string;
  readonly to: string;
  readonly drawing: Drawing;
}

/** Button for what the person does about a row. */
function Acts({ row: { id }, kind, name, to, drawing: { context, snapshot } }: ActsProps) {
  const { href, principal } = context;
  const texts = words().overview;
  const as = principal.person.id;
  if (kind === 'fact') {
    const version = versionOf(snapshot, resources.entry(String(id))) ?? '';
    const fields = { action: 'verify', as, ...reviewFields(context, verifyEntries), entry: `${id} ${version}` };
    const text = buttonText(context, verifyEntries, words().facts.verify);
    return <ButtonForm to={href('/context')} fields={fields} text={text} look="sm" label={buttonFor(text, name)} />;
  }
  if (kind === 'medium') {
    const version = versionOf(snapshot, resources.medium(Number(id))) ?? '';
    const fields = { action: 'release', as, ...reviewFields(context, releaseMedia), version };
    const text = buttonText(context, releaseMedia, words().medium.release);
    const isBare = snapshot.catalog.media.get(Number(id))?.caption === null;
    return (
      <>
        {isBare && <ButtonLink to={to} text={texts.describe} look="sm" label={buttonFor(texts.describe, name)} />}
        <ButtonForm to={to} fields={fields} text={text} look="sm" label={buttonFor(text, name)} />
      </>
    );
  }
  const [text, place] = kind === 'ending' || kind === 'ended' ? [texts.extend, `${to}#extend`] : [texts.acts[kind], to];
  return <ButtonLink to={place} text={text} look="sm" label={buttonFor(text, name)} />;
}
