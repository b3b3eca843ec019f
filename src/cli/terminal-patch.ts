import { visibleLines } from '../lib/display-safety.js';

/** Harmless lines of git's output, with its colours. A piece may end within the sequence of a colour, a line does not. */
export async function* terminalPatch(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let partial = '';
  for await (const piece of pieces) {
    const text = partial + piece;
    const end = text.lastIndexOf('\n') + 1;
    partial = text.slice(end);
    yield withColors(text.slice(0, end));
  }
  yield withColors(partial);
}

function withColors(text: string): string {
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, at) => (at % 2 === 0 ? visibleLines(part) : part))
    .join('');
}
