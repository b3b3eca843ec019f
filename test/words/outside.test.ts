import ts from 'typescript5';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.js';

/** Names of keys, headers, interfaces and products, and letters that show a font. */
const named =
  /^(?:Aa|Claude Code|Codex|Connection|Cookie|Cursor|Lax|Location|Pantone(?: …)?|Path=\/|SameSite=…|Secure|Strict|Vary|…ElementSibling|Enter|Escape|Esc|Home|End|Tab|Backspace|Delete|Commit|Files|Merged|Page|Person|Proposal|(?:Ctrl|Alt|Shift|Mod)\b.*|[A-Z]+[a-z]*[A-Z][A-Za-z]*|\S+-\S+)$/;

/** Functions that take the text of an error, which is translated by its template. */
const ofErrors =
  /^(?:PortalError|Error|TypeError|invalidField|notFound|say|error|lacksField|warn|notGrantable|asSaid)$/;

const isOfError = (node: ts.Node): boolean =>
  ((ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ofErrors.test(node.expression.getText().split('.').at(-1) ?? '')) ||
  (ts.isTaggedTemplateExpression(node) && /^(?:say|noted)$/.test(node.tag.getText()));

/** Texts of a file that begin like one that people read. */
function textsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const see = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node) || isOfError(node)) return;
    const text = ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…')
      : ts.isStringLiteralLike(node) || ts.isJsxText(node)
        ? node.text.replaceAll(/\s+/g, ' ').trim()
        : '';
    if (/^(?:… ?)?[A-Z]\S*[a-z]/.test(text) && !named.test(text)) found.push(`${path}: ${text}`);
    ts.forEachChild(node, see);
  };
  see(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

test('no page and no script of one writes a text that people read: those are in the tables', () => {
  // Documents for machines are English, as is the name of a guest in a history.
  const english = ['site/read/documents.ts', 'http/site/admit-reader.ts', 'site/manage/parts/record-page.tsx'];
  const site = sourceFiles().filter(({ path }) => !english.includes(path) && /^(?:http\/)?site\//.test(path));
  expect(site.length).toBeGreaterThan(250);
  expect(site.flatMap(({ path, text }) => textsIn(path, text))).toEqual([]);
});
