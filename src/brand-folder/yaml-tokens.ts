import { type CST, Lexer, type LineCounter, Parser } from 'yaml';
import type { JsonLimits } from '../validation/json-hardening.js';
import { tooManyValues } from './yaml-limits.js';

/** A text that is not parsed further, for a limit it passes. */
export class YamlLimitError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A flow mapping takes four tokens for a value: key, colon, value, comma; an anchor and a tag make six. */
const tokensPerValue = 6;
/** Spaces, line breaks, comments; a block mapping has five for a value. */
const blanksPerValue = 16;

/**
 * The concrete syntax tree of a text, as long as it can hold no more than the limits allow: a token becomes some hundred
 * bytes, and what is nested becomes calls within calls, before there is a document to check.
 *
 * @throws {YamlLimitError}
 */
export function* readTokens(text: string, lines: LineCounter, limits: JsonLimits): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let tokens = 0;
  let blanks = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (isBlank(lexeme)) blanks += 1;
    else tokens += 1;
    if (tokens > tokensPerValue * limits.values) throw new YamlLimitError(tooManyValues(limits.values), parser.offset);
    if (blanks > blanksPerValue * limits.values) {
      throw new YamlLimitError('The file holds too many comments and blank lines.', parser.offset);
    }
    yield* parser.next(lexeme);
    // The document, a collection a level, and a scalar.
    if (parser.stack.length > limits.depth + 2) {
      throw new YamlLimitError(`A file must not be nested deeper than ${limits.depth} levels.`, parser.offset);
    }
  }
  yield* parser.end();
}

/** Also the lexer's mark before a plain scalar. */
function isBlank(lexeme: string): boolean {
  const first = lexeme.charCodeAt(0);
  return first <= 0x20 || first === 0x23;
}
