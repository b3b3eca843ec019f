import { checkSync } from 'recheck';
import ts from 'typescript5';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sourceFiles, sourceFolder } from './support/imports.js';

/** Expressions whose time grows with the square of a text, with the bound of what they read. */
const bounded: Readonly<Record<string, string>> = {
  '/(?:"((?:[^"]|"")*)"(?=[\\t\\n])|([^\\t\\n]*))([\\t\\n])/g': 'what a person pastes into a table of their own tab',
  '/\\b(?:page|chapter|medium|colour|entry|category|section|font) (?:[\\w-]+ )?"(.+?)"(?=$|[:,]| (?:to|from|under|within|public|internal|hidden)\\b)/':
    'titles of proposals, of at most 200 characters',
  '/^(?:Translate (?:.+ of (?:page|chapter) (?:[\\w-]+ )?"(.+)"|.+) into|Import \\d+ texts? in) ([\\w-]+(?:, [\\w-]+)*)(?: \\((\\d+ of \\d+)\\))?$/':
    'titles of proposals, of at most 200 characters, and subjects, which name one title',
};

/** Expressions that are made of other texts, with the reason why they are linear. */
const made: Readonly<Record<string, string>> = {
  'site/editor/language.ts': 'the words of a finding, escaped, with a look to each side',
};

beforeEach(() => {
  vi.stubEnv('RECHECK_SYNC_BACKEND', 'pure');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const files = sourceFiles().filter(({ path }) => /^(?:content|operations|site\/editor)\//.test(path));

interface Found {
  readonly literals: string[];
  /** Whether the module makes expressions when it is loaded. */
  makesAtStart: boolean;
  makesLater: boolean;
}

function expressionsIn(path: string, text: string): Found {
  const found: Found = { literals: [], makesAtStart: false, makesLater: false };
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (ts.isRegularExpressionLiteral(node)) found.literals.push(node.text);
    const isMaker = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
    if (isMaker && isInFunction) found.makesLater = true;
    else if (isMaker) found.makesAtStart = true;
    ts.forEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)));
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), false);
  return found;
}

/** Expressions that modules make when they are loaded. */
async function madeBy(paths: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    class extends RegExp {
      constructor(pattern: string | RegExp, flags?: string) {
        super(pattern, flags);
        if (new Error().stack?.includes('/src/')) seen.push(String(this));
      }
    },
  );
  for (const path of paths) {
    const before = seen.length;
    await import(/* @vite-ignore */ `${sourceFolder}${path}`);
    expect(seen.length, path).toBeGreaterThan(before);
  }
  vi.unstubAllGlobals();
  return seen;
}

/** The checker knows no differences of sets. */
const withoutDifferences = (source: string): string => source.replaceAll(/\[(\[[^\]]*\])--(\[[^\]]*\])\]/g, '(?!$2)$1');

/** Bounds of work, not of time, so that the result is the same on every machine. */
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  crossoverSize: 10,
  mutationSize: 20,
  maxIteration: 3,
  randomSeed: 0,
};

function verdictOf(expression: string): string {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(expression) ?? [];
  const result = checkSync(withoutDifferences(source), flags.replace('v', 'u'), limits);
  if (result.status === 'safe') return 'linear';
  return result.status === 'vulnerable' ? result.complexity.type : `unknown: ${JSON.stringify(result.error)}`;
}

test('regular expressions over content take time that grows with its length, or with the square of a bounded one', async () => {
  const found = files.map(({ path, text }) => ({ path, ...expressionsIn(path, text) }));
  expect(found.filter(({ makesLater }) => makesLater).map(({ path }) => path)).toEqual(Object.keys(made));
  const atStart = await madeBy(found.filter(({ makesAtStart }) => makesAtStart).map(({ path }) => path));
  const all = new Set([...found.flatMap(({ literals }) => literals), ...atStart]);
  const verdicts = [...all].map((expression) => [expression, verdictOf(expression)] as const);
  const notLinear = Object.fromEntries(verdicts.filter(([, verdict]) => verdict !== 'linear'));
  expect(notLinear).toEqual(Object.fromEntries(Object.keys(bounded).map((expression) => [expression, 'polynomial'])));
});

test('an expression that reads a text again from each of its characters is found', () => {
  expect(verdictOf('/<[^>]*>/g')).toBe('polynomial');
  expect(verdictOf('/^(a|a)*$/')).toBe('exponential');
  expect(verdictOf('/^[[a-z]--[x]]+$/v')).toBe('linear');
});
