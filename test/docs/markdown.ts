import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** A file of Markdown, its path from the project's folder. */
export interface Document {
  readonly path: string;
  readonly text: string;
}

export const readDocument = (path: string): Document => ({ path, text: readFileSync(projectFolder + path, 'utf8') });

/** Every Markdown file of the project, made ones excepted. */
export function documents(): Document[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  return listed.trim().split('\n').map(readDocument);
}

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

const fence = /^```(\w*)[^\n]*\n(.*?)^```$/gms;

export function codeBlocks({ text }: Document): CodeBlock[] {
  return [...text.matchAll(fence)].map(([, language = '', code = '']) => ({ language, code }));
}

/** The targets of all links, inline ones and definitions; code is left out. */
export function linksIn({ text }: Document): string[] {
  const prose = text.replace(fence, '').replace(/`[^`\n]*`/g, '');
  const inline = [...prose.matchAll(/\]\(([^)\s]+)\)/g)];
  const defined = [...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm)];
  return [...inline, ...defined].map(([, target = '']) => target);
}

/** Links by reference (`[text][]`) without a definition. */
export function undefinedReferences({ text }: Document): string[] {
  const prose = text.replace(fence, '').replace(/`[^`\n]*`/g, '');
  const defined = new Set([...prose.matchAll(/^\[([^\]]+)\]: /gm)].map(([, name]) => name));
  const used = [...prose.matchAll(/\[([^\]]+)\]\[\]/g)].map(([, name = '']) => name);
  return used.filter((name) => !defined.has(name));
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsIn({ text }: Document): Set<string> {
  const headings = text.replace(fence, '').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
