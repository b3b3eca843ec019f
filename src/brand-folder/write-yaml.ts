import { Document, Scalar, visit } from 'yaml';
import { escapeMisleading } from '../json.js';

/** From so many characters on a text stands below its key, in lines of its own. */
const longText = 80;
/** Line width, less the indentation before a text that is just not long. */
const lineWidth = 120;

/** A text that is the whole document: folded, it could have a line that ends the document. */
const alone = Scalar.QUOTE_DOUBLE;

/** A YAML 1.2 document as people like to read it, without what would mislead them; `parseYaml` gives back the same value. */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value !== 'string') return;
      const style = key === 'key' ? keyStyle(node.value) : key === null ? alone : textStyle(node.value);
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

/** Whether nothing but quotes brings the text back as it is: for what is escaped, its tabs, or spaces where a line ends. */
function isDelicate(text: string): boolean {
  return escapeMisleading(text) !== text || /\ufeff|^\s| \n|\s$/u.test(text.replace(/\n$/, ''));
}
