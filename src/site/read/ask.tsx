import { createHmac } from 'node:crypto';
import { outlineOf } from '../../content/blocks/outline.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { noteLimits } from '../../notes/note.js';
import { authorOf } from '../../operations/engine/proposal-access.js';
import { showPage } from '../../operations/pages.js';
import { hashSecret } from '../../registry/secrets.js';
import { told } from '../../words/errors.js';
import { fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import { Icon } from '../parts/icon.js';
import type { PageReply, SentByReader } from '../replies.js';
import { countForm, maxPerNetwork } from './sent-notes.js';

/** Whether this reader may ask about a page. Who edits the brand comments instead. */
function mayAsk({ brand, person }: BrandContext): boolean {
  const { notes } = brand;
  return notes === 'everyone' || (notes === 'people' && person !== null);
}

interface Place {
  readonly page: number;
  readonly title: string;
  readonly block: string | null;
  readonly quote: string;
  readonly href: string;
}

/** @throws `not_found` also for a page that the reader does not see */
async function placeIn(context: BrandContext, sent: SentByReader['form']): Promise<Place> {
  const record = /^[1-9]\d{0,12}$/.test(sent.page ?? '') ? context.catalog.pages.get(Number(sent.page)) : undefined;
  if (record === undefined || !mayAsk(context)) throw notFound('Page');
  const { value } = await context.perform(showPage, { params: { page: String(record.id) } });
  const block = outlineOf(value.blocks).find(({ id }) => id !== null && id === sent.block);
  const href = context.pageHref(record.slug) + (block === undefined ? '' : `#${block.id}`);
  return { page: record.id, title: record.title, block: block?.id ?? null, quote: block?.text ?? '', href };
}

/** Time for which a form may be open, and the least that a person needs. */
const openMinutes = 12 * 60;
const leastMs = 2000;

const sealOf = ({ page, block }: Place): string => `note ${page} ${block ?? ''}`;

/** Form for a question about a page, or a block of it. */
export async function askPage(context: BrandContext): Promise<PageReply> {
  return formOf(context, await placeIn(context, context.query), {}, null);
}

interface Sent {
  readonly text?: string | undefined;
  readonly address?: string | undefined;
}

async function formOf(context: BrandContext, place: Place, sent: Sent, problem: string | null): Promise<PageReply> {
  const texts = words().notes.ask;
  const seal = await context.service.challenges.issue(`${context.slug} ${sealOf(place)}`);
  const isGuest = context.person === null;
  return {
    ...base(problem === null ? 200 : 422),
    body: (
      <form class="ask" method="post" action={context.href('/-/ask')}>
        <h1>{texts.title}</h1>
        {problem !== null && (
          <p class="err" role="alert">
            <Icon name="octagon-alert" />
            {problem}
          </p>
        )}
        <blockquote dir="auto">{place.quote || place.title}</blockquote>
        <input type="hidden" name="page" value={place.page} />
        <input type="hidden" name="block" value={place.block ?? ''} />
        <input type="hidden" name="seal" value={seal} />
        <div class="field">
          <label for="ask-text">{texts.text}</label>
          <textarea class="in" id="ask-text" name="text" rows={4} required maxLength={noteLimits.textLength}>
            {`\n${sent.text ?? ''}`}
          </textarea>
        </div>
        {isGuest && (
          <div class="field">
            <label for="ask-address">{texts.address}</label>
            <input
              class="in"
              id="ask-address"
              name="address"
              type="email"
              autocomplete="email"
              maxLength={noteLimits.addressLength}
              value={sent.address ?? ''}
              aria-describedby="ask-address-hint"
            />
            <p class="hint" id="ask-address-hint">
              {texts.addressHint}
            </p>
          </div>
        )}
        <p class="hint">
          {texts.hint} <a href="/docs/privacy#notes">{words().privacy.title}</a>
        </p>
        <button type="submit" class="btn go">
          {texts.send}
        </button>
        <p class="hint">
          <a href={place.href}>{texts.back}</a>
        </p>
      </form>
    ),
  };
}

const base = (status: number) => ({ status, title: words().notes.unclear, isUnlisted: true, isSecret: true }) as const;

/** Stores a question. What was typed stays in the form if it is refused. */
export async function takeNote(context: BrandContext, { form, network }: SentByReader): Promise<PageReply> {
  const { service, slug, person, actor } = context;
  const place = await placeIn(context, form);
  const texts = words().notes.ask;
  const refuse = (problem: string) => formOf(context, place, form, problem);
  const text = (form.text ?? '').replaceAll('\r\n', '\n').trim();
  const address = person === null ? (form.address ?? '').trim() : '';
  if (text === '') return refuse(texts.empty);
  if (text.length > noteLimits.textLength) return refuse(fill(texts.tooLong, { n: noteLimits.textLength }));
  if (address !== '' && !isAddress(address)) return refuse(texts.badAddress);
  const now = service.clock();
  const used = await service.challenges.check(form.seal ?? '', `${slug} ${sealOf(place)}`, openMinutes);
  if (used === null) return refuse(texts.tooOld);
  const issuedMs = Date.parse(used.expires_at) - 2 * openMinutes * 60_000;
  if (now.getTime() - issuedMs < leastMs) return refuse(texts.tooFast);
  // Secret of the note: the same each time that this form is sent.
  const secret = createHmac('sha256', await service.challenges.key())
    .update(`note ${used.sha256}`)
    .digest('base64url');
  const takeBack = countForm(service, network, used.sha256, now);
  if (takeBack === null) return refuse(fill(texts.tooOften, { n: maxPerNetwork }));
  try {
    const note = await service.notes.of(slug).add({
      ...{ page: place.page, block: place.block, quote: place.quote, text, mentions: [], kind: 'question' as const },
      by: person === null ? null : authorOf(actor),
      withdraw: hashSecret(secret),
      form: used.sha256,
      ...(address !== '' && { address }),
    });
    // Other words in a form that was stored before are not stored: they need a form of their own.
    if (note.text !== text) return refuse(texts.tooOld);
    return sentPage(place, `${context.origin}${context.href('/-/note')}#${note.number}.${secret}`);
  } catch (error) {
    takeBack();
    if (error instanceof PortalError && error.code === 'invalid') return refuse(told(error.message));
    throw error;
  }
}

const isAddress = (text: string): boolean =>
  text.length <= noteLimits.addressLength &&
  /^[^\s@<>"'(),:;\\[\]\p{Cc}]+@[^\s@<>"'(),:;\\[\]\p{Cc}]+\.[^\s@<>.]+$/u.test(text);

function sentPage(place: Place, ownHref: string): PageReply {
  const texts = words().notes.ask;
  return {
    ...base(200),
    body: (
      <div class="ask" role="status">
        <h1>
          <Icon name="circle-check" /> {texts.sent}
        </h1>
        <p class="hint">{texts.withdrawHint}</p>
        <p>
          <a class="own" href={ownHref}>
            {ownHref}
          </a>
        </p>
        <p>
          <a href={place.href}>{texts.back}</a>
        </p>
      </div>
    ),
  };
}

/** Link of the contents of a page; the script puts a sign at each block, too. */
export function AskLink({ context, page }: { readonly context: BrandContext; readonly page: number }) {
  // Words of a proposal that a guest previews are not those of the page yet.
  if (mayEdit(context) || !mayAsk(context) || context.visitor?.preview !== undefined) return null;
  return (
    <a href={context.href('/-/ask', { page: String(page) })} data-ask={page} rel="nofollow">
      <Icon name="message-circle-question-mark" size="s" />
      {words().notes.unclear}
    </a>
  );
}
