import type { ComponentChild } from 'preact';
import type { PortalError } from '../../lib/errors.js';
import {
  type AddressFile,
  againMinutes,
  choiceOf,
  confirmHours,
  mailChoices,
  maxAtOnce,
} from '../../registry/addresses.js';
import type { BrandRecord } from '../../registry/records.js';
import { mePath } from '../../service/workspace-addresses.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { address } from '../addresses.js';
import type { SignedInContext } from '../context.js';
import { sentField, unknownAction } from '../form-fields.js';
import { confirmPath, notificationsPath } from '../letters/places.js';
import { Icon } from '../parts/icon.js';
import { Note } from '../parts/note.js';
import { timeText } from '../parts/time.js';
import type { PageReply, WorkReply } from '../replies.js';
import { ButtonForm, Submit } from './parts/button.js';
import { FormInputs } from './parts/form.js';
import { saidNotice } from './parts/notices.js';
import { refusalNotice, runForm } from './parts/refusal.js';
import { Name, Opened } from './parts/text.js';

/** Takes the forms of the page. */
export function changeNotifications(context: SignedInContext): Promise<WorkReply> {
  const { form, principal, service } = context;
  const { addresses } = service.mails;
  const { id } = principal.person;
  const submit = async (): Promise<WorkReply> => {
    const done = (said: string): WorkReply => ({ to: address(notificationsPath, { said }) });
    switch (form.action) {
      case 'give':
        await sendConfirmation(context, sentField(form, 'address'));
        return done('sent');
      case 'again': {
        const { pending } = await addresses.of(id);
        if (pending !== null) await sendConfirmation(context, pending.address);
        return done('sent');
      }
      case 'withdraw':
        await addresses.withdraw(id);
        return done('removed');
      case 'erase':
        await addresses.erase(id);
        return done('erased');
      case 'choose': {
        const chosen = ownBrands(context).map(({ slug }) => [slug, sentField(form, `brand-${slug}`)]);
        await addresses.choose(id, Object.fromEntries(chosen));
        return done('saved');
      }
      default:
        throw unknownAction();
    }
  };
  return runForm(context, submit, (problem) => notificationsPage(context, problem));
}

/** @throws `invalid`, `rate_limited`, `unavailable` */
async function sendConfirmation({ service, principal, origin }: SignedInContext, to: string): Promise<void> {
  const { person } = principal;
  const { mails, clock } = service;
  mails.requireOn();
  const secret = await mails.addresses.give(person.id, to);
  const until = new Date(clock().getTime() + confirmHours * 3_600_000).toISOString();
  const href = origin + address(confirmPath, { person: person.id, link: secret });
  const own = { language: words().language, zone: person.time_zone ?? '' };
  const values = { name: person.name, until };
  await mails.put({ kind: 'confirm', to: to.trim(), brand: null, ...own, href, values }, confirmHours);
}

/** Brands in which the person has a role: an operator's other brands send no mails. */
const ownBrands = ({ principal }: SignedInContext): readonly BrandRecord[] =>
  principal.brands.filter(({ slug }) => Object.hasOwn(principal.person.roles, slug));

/** Page on which a person gives an address and chooses mails. */
export async function notificationsPage(
  context: SignedInContext,
  problem: PortalError | null = null,
): Promise<PageReply> {
  const { service } = context;
  const { id } = context.principal.person;
  const texts = words().notifications;
  const file = await service.mails.addresses.of(id);
  const refused = (await service.mails.state()).people[id]?.refused;
  const isRefused = refused?.confirmed_at === file.confirmed_at;
  const body = (
    <div>
      {problem === null && saidNotice(context, texts.said)}
      {refusalNotice(context, problem)}
      <h1>{texts.title}</h1>
      <p>{texts.hint}</p>
      {!service.mails.isOn && (
        <Note>
          <h2>{texts.off}</h2>
          <Filled text={texts.offHint} values={{ key: <code>mail</code> }} />
        </Note>
      )}
      {(service.mails.isOn || file.address !== null) && (
        <>
          <h2>{texts.address}</h2>
          {isRefused && <Note kind="warn">{fill(texts.refused, { time: timeText(refused?.at ?? '') })}</Note>}
          <AddressCard context={context} file={file} isRefused={isRefused} problem={problem} />
        </>
      )}
      {service.mails.isOn && (
        <Choices brands={await service.listBrands(ownBrands(context))} context={context} file={file} />
      )}
    </div>
  );
  return { title: texts.title, body };
}

interface AddressProps {
  readonly context: SignedInContext;
  readonly file: AddressFile;
  readonly isRefused: boolean;
  readonly problem: PortalError | null;
}

function AddressCard({ context, file, isRefused, problem }: AddressProps) {
  const texts = words().notifications;
  const { address: confirmed, pending } = file;
  const { isOn } = context.service.mails;
  const give = <GiveForm context={context} problem={problem} />;
  if (confirmed === null && pending === null) {
    return (
      <div class="card pad">
        <p class="hint">{texts.none}</p>
        {give}
      </div>
    );
  }
  const isWaiting =
    pending !== null && Date.parse(pending.sent_at) + againMinutes * 60_000 > context.service.clock().getTime();
  return (
    <>
      <div class="card">
        {confirmed !== null && (
          <AddressRow
            text={confirmed}
            details={texts.goHere}
            mark={isRefused ? ['warn', 'clock', texts.bounces] : ['ok', 'check', texts.confirmed]}
          >
            {isOn && isRefused && (
              <ButtonForm fields={{ action: 'give', address: confirmed }} text={texts.confirmAgain} look="sm" />
            )}
          </AddressRow>
        )}
        {pending !== null && (
          <AddressRow
            text={pending.address}
            details={fill(texts.sentAt, { time: timeText(pending.sent_at), until: timeText(pending.until) })}
            mark={['warn', 'clock', texts.waits]}
          >
            {isWaiting ? (
              <small>{fill(texts.againHint, { n: againMinutes })}</small>
            ) : (
              <ButtonForm fields={{ action: 'again' }} text={texts.again} look="sm" />
            )}
            <ButtonForm
              fields={{ action: 'withdraw' }}
              text={texts.remove}
              look="sm quiet"
              label={fill(texts.removeOf, { address: pending.address })}
            />
          </AddressRow>
        )}
      </div>
      <div class="actions">
        {isOn && (
          <Opened summary={texts.change} look="sm" isOpen={problem !== null && context.form.action === 'give'}>
            <div class="card pad">{give}</div>
          </Opened>
        )}
        {confirmed !== null && <ButtonForm fields={{ action: 'erase' }} text={texts.erase} look="sm bad" />}
      </div>
      {confirmed !== null && <p class="hint">{texts.eraseHint}</p>}
    </>
  );
}

interface AddressRowProps {
  readonly text: string;
  readonly details: string;
  readonly mark: readonly [kind: 'ok' | 'warn', icon: 'check' | 'clock', text: string];
  readonly children?: ComponentChild;
}

function AddressRow({ text, details, mark: [kind, icon, state], children }: AddressRowProps) {
  return (
    <div class="addr">
      <span>
        <b>
          <Name text={text} />
        </b>
        <small>{details}</small>
      </span>
      <span class={`tag ${kind}`}>
        <Icon name={icon} />
        {state}
      </span>
      {children}
    </div>
  );
}

function GiveForm({ context, problem }: Pick<AddressProps, 'context' | 'problem'>) {
  const texts = words().notifications;
  const inputs = new FormInputs(context, problem, 'give');
  return (
    <form method="post" class="form">
      <input type="hidden" name="action" value="give" />
      {inputs.input({
        name: 'address',
        label: texts.give,
        hint: texts.giveHint,
        isRequired: true,
        maxLength: 254,
        autocomplete: 'email',
        inputMode: 'email',
      })}
      <Submit text={texts.send} />
    </form>
  );
}

interface ChoicesProps extends Pick<AddressProps, 'context' | 'file'> {
  readonly brands: readonly { readonly slug: string; readonly name: string | null }[];
}

function Choices({ brands, context, file }: ChoicesProps) {
  const texts = words().notifications;
  const account = <a href={mePath}>{words().rail.account}</a>;
  return (
    <>
      <h2>{texts.brands}</h2>
      {brands.length === 0 ? (
        <p class="hint">{texts.noBrand}</p>
      ) : (
        <form method="post" class="form choices" data-save>
          <input type="hidden" name="action" value="choose" />
          <div class="card">
            {brands.map(({ slug, name }) => (
              <BrandChoice context={context} slug={slug} name={name ?? slug} file={file} />
            ))}
          </div>
          <p class="hint">
            <Filled text={texts.choicesHint} values={{ n: maxAtOnce, account }} />
          </p>
          <Submit text={words().common.save} />
        </form>
      )}
    </>
  );
}

interface ChoiceProps extends Pick<AddressProps, 'context' | 'file'> {
  readonly slug: string;
  readonly name: string;
}

function BrandChoice({ context, slug, name, file }: ChoiceProps) {
  const texts = words().notifications;
  const role = context.principal.person.roles[slug];
  return (
    <div class="nrow">
      <span>
        <b>
          <Name text={name} />
        </b>
        <small>{role && words().common.roles[role]}</small>
      </span>
      <fieldset class="seg">
        <legend class="vh">{fill(texts.mailsAbout, { brand: name })}</legend>
        {mailChoices.map((choice) => (
          <label>
            <input type="radio" name={`brand-${slug}`} value={choice} checked={choiceOf(file, slug) === choice} />
            {texts.choices[choice]}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
