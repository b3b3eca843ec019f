import { Document, Scalar, visit } from 'yaml';
import { escapeMisleading } from '../lib/escape-misleading.js';

/** Longer texts become block scalars. */
const longText = 80;
const lineWidth = 120;

/** Style of a text that is the whole document: in a block scalar, a line of it could end the document. */
const rootStyle = Scalar.QUOTE_DOUBLE;

/** A YAML 1.2 document that `parseYaml` reads as the same value; misleading characters are escaped. */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value !== 'string') return;
      let style = textStyle(node.value);
      if (key === 'key') style = keyStyle(node.value);
      else if (key === null) style = rootStyle;
      if (style !== undefined) node.type = style;
    },
  });
  return escapeMisleading(document.toString({ lineWidth, doubleQuotedAsJSON: true }));
}

/** `undefined` lets the library choose between plain and quoted. */
function textStyle(text: string): Scalar.Type | undefined {
  if (isDelicate(text)) return Scalar.QUOTE_DOUBLE;
  if (text.includes('\n')) return Scalar.BLOCK_LITERAL;
  if (text.length <= longText) return undefined;
  return text.includes('  ') ? Scalar.QUOTE_DOUBLE : Scalar.BLOCK_FOLDED;
}

function keyStyle(text: string): Scalar.Type | undefined {
  return isDelicate(text) || text.includes('\n') ? Scalar.QUOTE_DOUBLE : undefined;
}

/** Whether only a quoted scalar keeps the text: it has escapes, or spaces or tabs at the ends of lines. */
function isDelicate(text: string): boolean {
  return escapeMisleading(text) !== text || /\ufeff|^\s| \n|\s$/u.test(text.replace(/\n$/, ''));
}
