import { join, relative } from 'node:path';
import ts from 'typescript5';
import { sourceFiles, sourceFolder } from './imports.js';

/** A text that an error can say, and where. */
export interface ErrorText {
  /** The text with `{0}`, `{1}` and so on for its values; `null` for one that is not in the code. */
  readonly template: string | null;
  /** Path relative to `src`, with the line. */
  readonly place: string;
}

/** Position of the message among the arguments of what makes an error of it, by name. */
const makers = new Map([
  ['PortalError', 1],
  ['KeyInUse', 1],
  ['invalidField', 1],
  ['notFound', 0],
  ['found', 1],
  ['idParam', 0],
  ['textParam', 0],
  ['asSaid', 0],
]);

/** Members of schemas and parameters that errors name. */
const named: ReadonlySet<string> = new Set(['noun', '[form]']);

/** Finds the texts of errors by following each message to where it is written. */
class Collector {
  readonly texts: ErrorText[] = [];
  readonly #seen = new Set<ts.Node>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly calls: ReadonlyMap<string, readonly Call[]>,
  ) {}

  file(file: ts.SourceFile): void {
    const visit = (node: ts.Node): void => {
      const message = this.#messageOf(node);
      if (message !== undefined) this.follow(message);
      if (ts.isFunctionLike(node) && node.type !== undefined && givesText(node.type)) this.#results(node);
      if (ts.isTaggedTemplateExpression(node) && /^(?:say|noted)$/.test(node.tag.getText())) this.#add(node.template);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  /** Message of an error that an expression makes. */
  #messageOf(node: ts.Node): ts.Expression | undefined {
    if (ts.isPropertyAssignment(node)) return named.has(node.name.getText()) ? node.initializer : undefined;
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
    if (node.expression.kind === ts.SyntaxKind.SuperKeyword) return isOfError(node) ? node.arguments?.[1] : undefined;
    if (/\bviolations\.add$/.test(node.expression.getText())) return node.arguments?.[1];
    const at = makers.get(calledName(node));
    return at === undefined ? undefined : node.arguments?.[at];
  }

  /** Texts that an expression can be. */
  follow(node: ts.Node): void {
    if (this.#seen.has(node) || node.kind === ts.SyntaxKind.NullKeyword) return;
    this.#seen.add(node);
    const words = ts.isStringLiteralLike(node) ? null : wordsOf(this.checker.getTypeAtLocation(node));
    if (words !== null) for (const template of words) this.texts.push({ template, place: placeOf(node) });
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) this.#add(node);
    else if (ts.isConditionalExpression(node)) this.#all(node.whenTrue, node.whenFalse);
    else if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
      this.follow(node.expression);
    } else if (ts.isBinaryExpression(node) && /\?\?|\|\|/.test(node.operatorToken.getText())) {
      this.#all(node.left, node.right);
    } else if (ts.isTaggedTemplateExpression(node)) {
      // Each is collected where it is written.
    } else if (ts.isCallExpression(node)) {
      const declared = this.checker.getResolvedSignature(node)?.declaration;
      const isOfErrors = declared?.type !== undefined && givesText(declared.type);
      if (declared === undefined || !(this.#results(declared) || isOfErrors)) this.#unknown(node);
    } else if (ts.isElementAccessExpression(node)) {
      this.#members(node.expression, node);
    } else if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
      this.#declared(node);
    } else this.#unknown(node);
  }

  #all(...nodes: readonly ts.Node[]): void {
    for (const node of nodes) this.follow(node);
  }

  /** What a function returns. */
  #results(declared: ts.Node): boolean {
    if (!ts.isFunctionLike(declared) || !('body' in declared) || declared.body === undefined) return false;
    if (this.#seen.has(declared)) return true;
    this.#seen.add(declared);
    const body = declared.body as ts.Node;
    if (!ts.isBlock(body)) {
      this.follow(body);
      return true;
    }
    const visit = (node: ts.Node): void => {
      if (ts.isReturnStatement(node) && node.expression !== undefined) this.follow(node.expression);
      if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
    };
    ts.forEachChild(body, visit);
    return true;
  }

  /** All values of an object. */
  #members(object: ts.Expression, node: ts.Node): void {
    const declared = this.#declaration(object);
    const initial = plain(declared !== undefined && ts.isVariableDeclaration(declared) ? declared.initializer : object);
    if (initial === undefined || !ts.isObjectLiteralExpression(initial)) {
      this.#unknown(node);
      return;
    }
    for (const property of initial.properties) {
      if (ts.isPropertyAssignment(property)) this.follow(property.initializer);
    }
  }

  #declaration(node: ts.Node): ts.Declaration | undefined {
    let symbol = this.checker.getSymbolAtLocation(node);
    if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    return symbol?.valueDeclaration;
  }

  #declared(node: ts.Node): void {
    const declared = this.#declaration(node);
    if (declared === undefined) this.#unknown(node);
    else if ((ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared)) && declared.initializer) {
      this.follow(declared.initializer);
    } else if (ts.isParameter(declared)) this.#argumentsFor(declared, node);
    else this.#unknown(node);
  }

  /** What callers give for a parameter. */
  #argumentsFor(parameter: ts.ParameterDeclaration, node: ts.Node): void {
    if (this.#seen.has(parameter)) return;
    this.#seen.add(parameter);
    if (parameter.initializer) this.follow(parameter.initializer);
    const owner = parameter.parent;
    const at = owner.parameters.indexOf(parameter);
    const calls = this.#callsOf(owner);
    if (calls.length === 0) this.#unknown(node);
    for (const call of calls) {
      const given = call.arguments?.[at];
      if (given !== undefined) this.follow(given);
    }
  }

  #callsOf(owner: ts.SignatureDeclaration): Call[] {
    const name = (ts.isConstructorDeclaration(owner) ? owner.parent.name : owner.name) ?? nameOfHolder(owner.parent);
    const named = name === undefined ? [] : (this.calls.get(name.getText()) ?? []);
    return named.filter((call) => this.checker.getResolvedSignature(call)?.declaration === owner);
  }

  #add(node: ts.TemplateLiteral | ts.StringLiteral): void {
    const template = ts.isTemplateExpression(node)
      ? node.head.text + node.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join('')
      : node.text;
    this.texts.push({ template, place: placeOf(node) });
  }

  #unknown(node: ts.Node): void {
    this.texts.push({ template: null, place: `${placeOf(node)} ${node.getText()}` });
  }
}

const nameOfHolder = (holder: ts.Node): ts.Node | undefined =>
  ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder) ? holder.name : undefined;

/** Whether a type is of what errors say. */
const givesText = (type: ts.Node): boolean => /\bErrorText\b(?! *\))/.test(type.getText());

/** Whether a class extends `PortalError`. */
function isOfError(call: ts.Node): boolean {
  const holder = ts.findAncestor(call, ts.isClassDeclaration);
  return (
    holder?.heritageClauses?.some((clause) =>
      clause.types.some(({ expression }) => expression.getText() === 'PortalError'),
    ) ?? false
  );
}

/** Words of a closed list, by their type; none of a sentence, which is collected where it is written. `null` for any text. */
function wordsOf(type: ts.Type): string[] | null {
  const all = (type.isUnion() ? type.types : [type]).filter(
    ({ symbol, flags }) => symbol?.name !== 'Said' && !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
  );
  return all.every((one) => one.isStringLiteral()) ? all.map((one) => (one as ts.StringLiteralType).value) : null;
}

function plain(node: ts.Expression | undefined): ts.Expression | undefined {
  return node !== undefined &&
    (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    ? plain(node.expression)
    : node;
}

function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${relative(sourceFolder, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  types: [],
};

/** Host that leaves libraries out, which takes half of the time; schemas have words in their types. */
function sourcesOnly(of: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(of);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const named = text.startsWith('.') || text === 'typebox' ? ts.resolveModuleName(text, from, of, host) : undefined;
      return named ?? { resolvedModule: undefined };
    });
  return host;
}

/** @param isRead whether errors of a file are collected, by its path */
export function errorTexts(isRead: (path: string) => boolean): ErrorText[] {
  const paths = sourceFiles().map(({ path }) => join(sourceFolder, path));
  const program = ts.createProgram(paths, options, sourcesOnly(options));
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(sourceFolder));
  const collector = new Collector(checker, callsByName(files));
  for (const file of files) if (isRead(relative(sourceFolder, file.fileName))) collector.file(file);
  return collector.texts.filter(({ place }) => isRead(place));
}

type Call = ts.CallExpression | ts.NewExpression;

function callsByName(files: readonly ts.SourceFile[]): ReadonlyMap<string, readonly Call[]> {
  const calls = new Map<string, Call[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = calledName(node);
      const named = calls.get(name);
      if (named === undefined) calls.set(name, [node]);
      else named.push(node);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return calls;
}

const calledName = ({ expression }: Call): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
