import type { ComponentChild } from 'preact';
import { readDocument } from '../../content/html/document.js';
import { formJson } from '../form-text.js';

interface HtmlFieldProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** Further attributes, such as `aria-describedby`. */
  readonly props: Readonly<Record<string, string>>;
  /** Lines of the field without a script; 1: a cell of a table. */
  readonly rows?: number;
}

/** Field for an HTML text, with the same text as a document for the editor, or the reason why it has none. */
export function htmlField({ id, name, value, props, rows = 6 }: HtmlFieldProps): ComponentChild {
  const reading = readDocument(value, rows === 1 ? 'bare' : 'p');
  const isEditable = 'document' in reading;
  return (
    // Browsers drop a line break right after the tag `textarea`.
    <div class="html-field" data-html-field>
      <textarea id={id} name={name} rows={rows} spellcheck data-html {...props}>
        {`\n${value}`}
      </textarea>
      <textarea hidden data-document autocomplete="off">
        {isEditable ? formJson(reading.document) : ''}
      </textarea>
      {rows > 1 && (
        <noscript>
          <p class="hint">HTML, or plain text with a blank line between paragraphs.</p>
        </noscript>
      )}
      <p hidden data-reason class="hint">
        {isEditable ? '' : `It is shown as source: ${reading.reason}.`}
      </p>
    </div>
  );
}
