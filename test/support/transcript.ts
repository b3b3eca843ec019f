import type { Client } from '@modelcontextprotocol/client';
import type { Structured } from './mcp.js';

const longest = { list: 3, text: 60, levels: 3 };

/** Of a longer list. */
const shownItems = 1;

/** The beginning of long texts and lists, and the outer levels of deep objects. */
function shortened(value: unknown, level = 1): unknown {
  if (typeof value === 'string' && value.length > longest.text) return `${value.slice(0, longest.text)}…`;
  if (Array.isArray(value)) {
    const isLong = value.length > longest.list;
    const shown = value.slice(0, isLong ? shownItems : longest.list).map((item) => shortened(item, level + 1));
    return isLong ? [...shown, `… ${value.length - shownItems} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (level > longest.levels) return '{…}';
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, level + 1)]));
}

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;
const json = (value: unknown): string => fenced('json', laidOut(value));

/** JSON in which what fits on a line is on one. */
function laidOut(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= 200) return flat;
  const inner = `${indent} `;
  const items = Array.isArray(value)
    ? value.map((item) => laidOut(item, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${laidOut(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}

/** What a session with the server was like, to be read by people: the same text for the same session. */
export class Transcript {
  readonly #parts: string[] = [];

  say(text: string): void {
    this.#parts.push(`${text}\n`);
  }

  note(value: unknown): void {
    this.#parts.push(typeof value === 'string' ? fenced('text', value) : json(shortened(value)));
  }

  /** Calls a tool; gives the structured part of its result, if there was one. */
  async call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Structured> {
    this.#parts.push(`→ \`${name}\` \`${JSON.stringify(args)}\`\n`);
    let result: Awaited<ReturnType<Client['callTool']>>;
    try {
      result = await client.callTool({ name, arguments: args });
    } catch (error) {
      this.#parts.push('← refused before the tool was called\n', fenced('text', (error as Error).message));
      return undefined;
    }
    const [first] = result.content;
    if (result.isError) this.#parts.push('← `isError`\n', fenced('text', first?.type === 'text' ? first.text : ''));
    else this.#parts.push('←\n', json(shortened(result.structuredContent)));
    return result.structuredContent;
  }

  /** With names in the place of what is random: ids of blocks, versions. */
  text(): string {
    const blocks = new Map<string, string>();
    const versions = new Map<string, string>();
    const named = (names: Map<string, string>, kind: string) => (found: string) => {
      const name = names.get(found) ?? `${kind}-${names.size + 1}`;
      names.set(found, name);
      return name;
    };
    return this.#parts
      .join('\n')
      .replace(/\b[0-9a-f]{40}(?:-[0-9a-f]{40})*\b/g, named(versions, 'version'))
      .replace(/(?<="(?:id|block|block_id|after|before)": ?")[0-9a-z]{12}(?=")/g, named(blocks, 'block'));
  }
}
