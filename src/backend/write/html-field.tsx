import type { ComponentChild } from 'preact';
import { readDocument } from '../../content/html/document.js';

interface HtmlFieldProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** More attributes: what describes it, and whether it is wrong. */
  readonly props: Readonly<Record<string, string>>;
  /** Lines that are seen without a script; one: a cell of a table. */
  readonly rows?: number;
}

/** Characters that a page shows as others. */
const unshown = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Field of an HTML text, and the text for the editor that a script makes of it. A line break after the tag is not the text's:
 * browsers drop it.
 */
export function htmlField({ id, name, value, props, rows = 6 }: HtmlFieldProps): ComponentChild {
  const reading = readDocument(value, rows === 1 ? 'bare' : 'p');
  const isFit = 'document' in reading;
  return (
    <div class="html-field" data-html-field>
      <textarea id={id} name={name} rows={rows} spellcheck data-html {...props}>
        {`\n${value}`}
      </textarea>
      <textarea hidden data-document autocomplete="off">
        {isFit ? formJson(reading.document) : ''}
      </textarea>
      {rows > 1 && (
        <noscript>
          <p class="hint">HTML, or plain text with a blank line between paragraphs.</p>
        </noscript>
      )}
      <p hidden data-reason class="hint">
        {isFit ? '' : `It is shown as source: ${reading.reason}.`}
      </p>
    </div>
  );
}

/** JSON that comes back from any form as it was. */
export function formJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(unshown, (character) => character.split('').map(escaped).join(''));
}
