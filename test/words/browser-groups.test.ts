import ts from 'typescript5';
import { describe, expect, test } from 'vitest';
import { browserGroups } from '../../src/words/tables.js';
import { readLoaded, sourceFiles } from '../support/imports.js';

/** Groups of words that a file uses; `all` where it takes the table whole. */
function groupsIn(text: string): string[] {
  const groups: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.getText() === 'words()') groups.push(...takenFrom(node.parent));
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return groups;
}

/** @param user of the table */
function takenFrom(user: ts.Node): string[] {
  if (ts.isPropertyAccessExpression(user)) return [user.name.text];
  if (!ts.isVariableDeclaration(user) || !ts.isObjectBindingPattern(user.name)) return ['all'];
  return user.name.elements.map(({ propertyName, name, dotDotDotToken }) =>
    dotDotDotToken === undefined ? (propertyName ?? name).getText() : 'all',
  );
}

test('the groups of a file are found', () => {
  expect(groupsIn('const a = fill(words().find.title, {});')).toEqual(['find']);
  expect(groupsIn('const Title = () => <h1>{words().trash.title}</h1>;')).toEqual(['trash']);
  expect(groupsIn('const { common, editor: texts } = words();')).toEqual(['common', 'editor']);
  expect(groupsIn('const { common, ...others } = words();')).toEqual(['common', 'all']);
  expect(groupsIn('const table = words();')).toEqual(['all']);
  expect(groupsIn('const all = words(text);')).toEqual([]);
});

describe('each script uses only the words that its page loads:', () => {
  const texts = new Map(sourceFiles().map(({ path, text }) => [path, text]));
  const loaded = readLoaded();

  /** Files with all the files that they load. */
  function closureOf(roots: readonly string[]): ReadonlySet<string> {
    const files = new Set(roots);
    for (const file of files) for (const name of loaded.get(file) ?? []) if (texts.has(name)) files.add(name);
    return files;
  }

  test.each([
    ['scripts of every page', /^site\/browser\/(?!work\/)/, browserGroups.words],
    ['scripts of the workspace', /^site\/browser\/work\//, [...browserGroups.words, ...browserGroups['work-words']]],
    [
      'editor',
      /^site\/editor\//,
      [...browserGroups.words, ...browserGroups['editor-words'], ...browserGroups['panel-words']],
    ],
  ] as const)('%s', (_, folder, groups) => {
    const roots = [...texts.keys()].filter((path) => folder.test(path));
    expect(roots).not.toEqual([]);
    const used = [...closureOf(roots)].flatMap((path) =>
      groupsIn(texts.get(path) ?? '').map((group) => ({ path, group })),
    );
    expect(used.filter(({ group }) => !groups.some((name) => name === group))).toEqual([]);
    const unused = groups.filter((name) => !used.some(({ group }) => group === name));
    expect(unused).toEqual([]);
  });
});
