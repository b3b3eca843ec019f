import type { ComponentChild } from 'preact';
import { fill, words } from '../../words/words.js';
import type { Context } from '../context.js';
import { notificationsPath } from '../letters/places.js';
import type { PageReply, WorkReply } from '../replies.js';
import { ButtonForm, ButtonLink } from './parts/button.js';

// Programs that check mails open every address in them: only a button has an effect.

/** Page of the link that confirms an address. */
export async function confirmPage({ service, query }: Context): Promise<WorkReply> {
  const { person = '', link = '' } = query;
  const texts = words().notifications.confirmPage;
  if (!(await service.mails.addresses.isPending(person, link))) return overPage();
  const { name } = await service.people.find(person);
  const button = <ButtonForm fields={{ person, link }} text={texts.button} look="go lg" />;
  return doorPage(texts.title, fill(texts.text, { name }), button);
}

/** Confirms the address, and tells the former one. */
export async function confirmAddress({ service, form, origin }: Context): Promise<WorkReply> {
  const { person: id = '', link = '' } = form;
  const confirmed = await service.mails.addresses.confirm(id, link);
  if (confirmed === null) return overPage();
  const { former } = confirmed;
  if (former !== null && service.mails.isOn) {
    const person = await service.people.find(id);
    const own = { language: person.language ?? words().language, zone: person.time_zone ?? '' };
    const href = origin + notificationsPath;
    await service.mails.put({ kind: 'changed', to: former, brand: null, ...own, href, values: { name: person.name } });
  }
  const texts = words().notifications.confirmPage;
  return doorPage(texts.done, texts.doneText, toNotifications());
}

function overPage(): PageReply {
  const texts = words().notifications.confirmPage;
  return doorPage(texts.over, texts.overText, toNotifications());
}

const toNotifications = (): ComponentChild => (
  <ButtonLink to={notificationsPath} text={words().notifications.confirmPage.toNotifications} />
);

/** Page of the link that stops mails of a kind. It is the same for every link, so that it tells nothing of a person. */
export function offPage(): WorkReply {
  const texts = words().notifications.offPage;
  return doorPage(texts.title, texts.text, <ButtonForm text={texts.button} look="go lg" />);
}

/** Stops mails of a kind, by the button or by a mail program (RFC 8058). */
export async function switchOff({ service, query }: Context): Promise<WorkReply> {
  await service.mails.addresses.switchOff(query.t ?? '');
  const texts = words().notifications.offPage;
  return doorPage(texts.done, texts.doneText, toNotifications());
}

function doorPage(title: string, text: string, action: ComponentChild): PageReply {
  const body = (
    <div>
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </div>
  );
  return { title, body, isDoor: true, isSecret: true, isUnlisted: true };
}
