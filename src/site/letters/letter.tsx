import type { BrandFile } from '../../content/brand.js';
import { visible, visibleLines } from '../../lib/display-safety.js';
import { shortened } from '../../lib/shortened.js';
import { fill, words } from '../../words/words.js';
import { render, withoutUncharacters } from '../frame/render.js';
import { guardedTheme, type Pair } from '../frame/theme.js';
import { letterStyle } from './style.js';

/** A mail as people read it, without address and headers. Names and titles in it went through `unlinked`. */
export interface Letter {
  readonly subject: string;
  readonly title: string;
  readonly sentences?: readonly string[];
  /** Words of a person. */
  readonly quote?: string;
  readonly lists?: readonly LetterList[];
  readonly button: readonly [href: string, text: string];
  /** Text below the button. */
  readonly hint?: string | undefined;
  /** Whether the address of the button is shown as well. */
  readonly isAddressShown?: boolean;
  /** Reason why the person gets it. */
  readonly why: string;
  readonly links?: readonly (readonly [href: string, text: string])[];
}

export interface LetterList {
  readonly title: string;
  readonly items: readonly { readonly title: string; readonly detail: string; readonly href: string }[];
  /** Number of items that are left out. */
  readonly more: number;
}

/** Sender of a letter: a brand, or the portal. */
export interface Sender {
  readonly name: string;
  readonly colors: BrandFile['theme']['colors'];
  /** PNG files of the logo for a light and a dark ground; both or none. */
  readonly logos: { readonly light: Buffer; readonly dark: Buffer } | null;
  /** Contact for readers: a text and an address. */
  readonly contact: readonly [href: string, text: string] | null;
}

const maxSubject = 200;

/** The words of a person, such that no program makes a link of them: a word joiner, which is not seen, parts what looks like an address. */
export const unlinked = (text: string): string =>
  visible(text.trim()).replace(/(?<=\S)[.:@/](?=\S)|^(?:www|ftp)/giu, (mark) => `${mark}\u2060`);

/** `unlinked` for several lines. */
export const unlinkedLines = (text: string): string => visibleLines(text.trim()).split('\n').map(unlinked).join('\n');

/** Subject, HTML and plain text of a letter, in the language of `words`. */
export function written(letter: Letter, sender: Sender) {
  const { language } = words();
  const html = `<!DOCTYPE html>\n${withoutUncharacters(render(<Document letter={letter} sender={sender} language={language} />))}`;
  const subject = shortened(visible(letter.subject).replaceAll('\u2060', ''), maxSubject);
  return { subject, html, text: withoutUncharacters(plainText(letter, sender)) };
}

function plainText(
  { title, sentences = [], quote = '', lists = [], button, hint, why, links = [] }: Letter,
  sender: Sender,
) {
  const { mails } = words();
  const quoted = quote === '' ? [] : [quote.replaceAll(/^/gm, '> ')];
  const listed = lists.flatMap((list) => [
    [
      list.title,
      ...list.items.map((item) => `- ${item.title}\n  ${item.detail}\n  ${item.href}`),
      ...(list.more > 0 ? [`- ${fill(mails.more, { n: list.more })}`] : []),
    ].join('\n'),
  ]);
  const [href, text] = button;
  const { name, contact } = sender;
  const foot = [
    why,
    fill(mails.sentBy, { brand: unlinked(name) }),
    ...(contact === null ? [] : [`${unlinked(contact[1])}: ${contact[0]}`]),
    ...links.map(([to, label]) => `${label}: ${to}`),
  ];
  const parts = [title, ...sentences, ...quoted, ...listed, `${text}:\n${href}`, ...(hint ? [hint] : [])];
  return `${[...parts, `-- \n${foot.join('\n')}`].join('\n\n')}\n`;
}

interface DocumentProps {
  readonly letter: Letter;
  readonly sender: Sender;
  readonly language: string;
}

function Document({ letter, sender, language }: DocumentProps) {
  const { subject, title, sentences = [], quote = '', lists = [], button, hint, why, links = [] } = letter;
  const { name, contact } = sender;
  const { mails } = words();
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: letterStyle(colorsOf(sender)) }} />
      </head>
      <body style="margin:0">
        <div class="m">
          <div class="mi">
            <Logo sender={sender} />
            <h1>{title}</h1>
            {sentences.map((sentence) => (
              <p>{sentence}</p>
            ))}
            {quote !== '' && (
              <p class="q" dir="auto">
                {quote}
              </p>
            )}
            {lists.map((list) => (
              <List list={list} />
            ))}
            <a class="go" href={button[0]}>
              {button[1]}
            </a>
            {hint && <p class="sm">{hint}</p>}
            {letter.isAddressShown && (
              <p class="sm">
                {mails.copyAddress}
                <br />
                <a href={button[0]} style="overflow-wrap:anywhere">
                  {button[0]}
                </a>
              </p>
            )}
          </div>
          <div class="why">
            {why} {fill(mails.sentBy, { brand: unlinked(name) })}
            {contact && (
              <>
                {' '}
                <a href={contact[0]}>{unlinked(contact[1])}</a>
              </>
            )}
            {links.map(([href, text]) => (
              <>
                {' · '}
                <a href={href}>{text}</a>
              </>
            ))}
          </div>
        </div>
      </body>
    </html>
  );
}

function Logo({ sender: { name, logos } }: Pick<DocumentProps, 'sender'>) {
  if (logos === null) return <p class="nm">{unlinked(name)}</p>;
  return (
    <>
      <img class="lg l" src="cid:light" alt={name} height="22" />
      <img class="lg d" src="cid:dark" alt="" height="22" />
    </>
  );
}

function List({ list: { title, items, more } }: { readonly list: LetterList }) {
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {items.map(({ title: name, detail, href }) => (
          <li>
            <a href={href}>
              <b dir="auto">{name}</b>
            </a>
            <small>{detail}</small>
          </li>
        ))}
        {more > 0 && (
          <li>
            <small>{fill(words().mails.more, { n: more })}</small>
          </li>
        )}
      </ul>
    </>
  );
}

function colorsOf({ colors }: Sender): (name: string) => Pair {
  const theme = guardedTheme(colors);
  return (name) => theme.get(name) ?? { light: '#141a24', dark: '#e9edf3' };
}
