import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  controlEntities,
  isHazardousText,
  isTooLong,
  lineBreaks,
  maxTextLength,
  onOneLine,
  reportHazardousText,
  withoutHazards,
} from '../hazards.js';
import { message } from '../messages.js';
import { htmlLimits } from '../parse-html.js';
import { isSafeUrl, type Sanitizer } from '../sanitize.js';
import { ajvOptions, misfit, pointerToPath, reportErrors } from '../schema.js';
import { joinPath, type Violations } from '../violations.js';
import {
  type BlockData,
  type BlockType,
  isObject,
  type Kind,
  maxBlockLevels,
  maxBlocksInList,
  maxBlocksOnPage,
  type StoredBlock,
  StoredBlockShape,
} from './block-type.js';
import { blockTypes } from './registry.js';

/** What a block may refer to and how a new one is named: all that checking needs to know of the brand. */
export interface BlockRules {
  readonly sanitizer: Sanitizer;
  newId(): string;
  hasColor(id: number): boolean;
  /** Whether a block may refer to this medium. */
  hasMedia(id: number): boolean;
  /** The blocks whose place the checked ones take: sent back with its id and type, a block keeps its id. */
  readonly replaced: readonly StoredBlock[];
  /** Whether a block says of itself, by `backend: true`, that it is of a type clients cannot write. Imports only. */
  readonly acceptsBackendBlocks?: boolean;
  /** Whether a new block keeps the id it was sent with; whoever sets this has checked the ids. Imports only. */
  readonly keepsSentIds?: boolean;
  /**
   * Only for blocks that are stored already: they are checked in place, keep their ids, and those of types clients cannot
   * write stay. Called with what a client would be refused for and is altered instead, since it would harm who reads it.
   */
  readonly onAltered?: (path: string, what: string) => void;
}

/** Ajv walks the data, and `x-kind` calls back into the checker that runs it. */
function createAjv(options: { removeAdditional: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ ...ajvOptions, ...options, passContext: true });
  ajv.addKeyword({
    keyword: 'x-kind',
    schemaType: 'string',
    modifying: true,
    valid: true,
    errors: false,
    compile: (kind: Kind) =>
      function (this: BlockDataCheck, value: unknown, at) {
        if (at !== undefined && hasType[kind](value))
          at.parentData[at.parentDataProperty] = this.kind(kind, value, at.instancePath);
        return true;
      },
  });
  return ajv;
}

type Validators = (blockType: BlockType) => ValidateFunction;

function compiledBy(ajv: Ajv2020): Validators {
  const validators = new Map<BlockType, ValidateFunction>();
  return (blockType) => {
    let validate = validators.get(blockType);
    if (validate === undefined) {
      validate = ajv.compile(blockType.data);
      validators.set(blockType, validate);
    }
    return validate;
  };
}

/** Unknown members are dropped from what is sent; of what is stored they are reported. */
const sentValidator = compiledBy(createAjv({ removeAdditional: true }));
const storedValidator = compiledBy(createAjv({ removeAdditional: false }));

const isString = (value: unknown): boolean => typeof value === 'string';

/** Ajv reports a value of the wrong type by itself; a kind looks at the others only. */
const hasType: Record<Kind, (value: unknown) => boolean> = {
  plain: isString,
  line: isString,
  html: isString,
  url: isString,
  media: Number.isSafeInteger,
  color: Number.isSafeInteger,
  blocks: Array.isArray,
};

interface BlockDataCheck {
  kind(kind: Kind, value: unknown, pointer: string): unknown;
}

/** Turns blocks as they were sent into blocks as they are stored; reports everything that is wrong with them. */
export class BlockChecker {
  readonly #rules: BlockRules;
  readonly #violations: Violations;
  readonly #used = new Set<StoredBlock>();
  #count = 0;

  constructor(rules: BlockRules, violations: Violations) {
    this.#rules = rules;
    this.#violations = violations;
  }

  /** @param level 1 for the list of a page */
  list(value: unknown, path: string, level: number): StoredBlock[] {
    if (!Array.isArray(value)) {
      this.#violations.add(path, message.type(path, 'array'));
      return [];
    }
    if (value.length > maxBlocksInList) {
      this.#violations.add(path, message.maxItems(path, maxBlocksInList));
      return [];
    }
    if (level > maxBlockLevels && value.length > 0) {
      this.#violations.add(path, message.blockDepth(path, maxBlockLevels));
      return [];
    }
    return value.flatMap((item, at) => this.block(item, joinPath(path, at), level) ?? []);
  }

  /** @returns `null` when the block cannot be stored; the reason is reported */
  block(sent: unknown, path: string, level: number): StoredBlock | null {
    this.#count += 1;
    if (this.#count > maxBlocksOnPage) {
      if (this.#count === maxBlocksOnPage + 1) {
        this.#violations.add('blocks', message.blocksOnPage('blocks', maxBlocksOnPage));
      }
      return null;
    }
    if (!isObject(sent)) {
      this.#violations.add(path, message.type(path, 'object'));
      return null;
    }
    if (this.#rules.onAltered !== undefined) return this.#storedBlock(sent, path, level);
    const stored = this.#storedAs(sent);
    const blockType = typeof sent.type === 'string' ? blockTypes.get(sent.type.trim()) : undefined;
    if (blockType === undefined) return this.#backendBlock(sent, stored, path);
    const data = this.data(blockType, sent.data === undefined ? {} : sent.data, pathOf(path, 'data'), level);
    const ownId = this.#rules.keepsSentIds && typeof sent.id === 'string' ? sent.id : undefined;
    return { id: stored?.id ?? ownId ?? this.#rules.newId(), type: blockType.type, data };
  }

  /** The `data` of a block: known members only, sanitised. */
  data(blockType: BlockType, sent: unknown, path: string, level: number): BlockData {
    if (!isObject(sent)) {
      this.#violations.add(path, message.type(path, 'object'));
      return {};
    }
    const data = structuredClone(sent);
    const validate = sentValidator(blockType);
    if (validate.call(this.#context(path, level), data)) return inDeclaredOrder(blockType, data);
    reportErrors(blockType.data, validate.errors ?? [], this.#violations, path);
    return {};
  }

  #context(path: string, level: number): BlockDataCheck {
    return { kind: (kind, value, pointer) => this.#kind(kind, value, pathOf(path, pointerToPath(pointer)), level) };
  }

  /** A block as a file has it. @returns `null` when it does not fit; the reason is reported */
  #storedBlock(block: Record<string, unknown>, path: string, level: number): StoredBlock | null {
    const reason = misfit(StoredBlockShape, block);
    if (reason !== null) {
      this.#violations.add(path, `The ${path} block does not fit: ${reason}.`);
      return null;
    }
    const { id, type, data } = block as { id: string | null; type: string | null; data: Record<string, unknown> };
    const blockType = blockTypes.get(type?.trim() ?? '');
    if (Object.keys(block).length > 3) this.#rules.onAltered?.(path, 'unknown field');
    if (blockType === undefined) return { id, type, data };
    if (blockType.type !== type) this.#rules.onAltered?.(pathOf(path, 'type'), 'spaces');
    const inData = pathOf(path, 'data');
    const validate = storedValidator(blockType);
    if (!validate.call(this.#context(inData, level), data)) {
      const { errors } = validate;
      const isUnknown = ({ keyword }: ErrorObject): boolean => keyword === 'additionalProperties';
      for (const { data: parent, params } of (errors ?? []).filter(isUnknown)) {
        delete (parent as Record<string, unknown>)[params.additionalProperty];
        this.#rules.onAltered?.(joinPath(inData, params.additionalProperty), 'unknown field');
      }
      const misfits = (errors ?? []).filter((error) => !isUnknown(error));
      reportErrors(blockType.data, misfits, this.#violations, inData);
    }
    return { id, type: blockType.type, data };
  }

  #kind(kind: Kind, value: unknown, path: string, level: number): unknown {
    switch (kind) {
      case 'plain':
        return this.#plain(value as string, path);
      case 'line':
        return this.#line(value as string, path);
      case 'html':
        return this.#html(value as string, path);
      case 'url':
        return this.#url(value as string, path);
      case 'media':
        if (!this.#rules.hasMedia(value as number)) this.#violations.add(path, message.selected(path));
        return value;
      case 'color':
        if (!this.#rules.hasColor(value as number)) this.#violations.add(path, message.selected(path));
        return value;
      case 'blocks':
        return this.list(value, path, level + 1);
    }
  }

  #plain(text: string, path: string): string {
    const clean = this.#rules.sanitizer.plain(text);
    if (clean !== text) this.#rules.onAltered?.(path, 'markup');
    this.#reportMade(text, clean, path);
    return clean;
  }

  #line(text: string, path: string): string {
    const clean = this.#plain(text, path);
    if (!lineBreaks.test(clean)) return clean;
    if (this.#rules.onAltered === undefined) this.#violations.add(path, message.singleLine(path));
    this.#rules.onAltered?.(path, 'line breaks');
    return onOneLine(clean);
  }

  /** Entities become characters and tags are closed: what is stored must be accepted when it is sent back. */
  #html(text: string, path: string): string {
    const { sanitizer, onAltered } = this.#rules;
    let clean = sanitizer.html(text);
    if (clean === text && !text.includes('&#')) return text;
    // Text without any tag keeps its entities, as an editor typed them.
    if (clean?.match(controlEntities)) {
      if (onAltered === undefined) this.#violations.add(path, message.control(path));
      clean = clean.replaceAll(controlEntities, '');
    }
    if (onAltered !== undefined && clean !== null && isHazardousText(clean))
      clean = sanitizer.html(withoutHazards(clean));
    if (clean !== text) onAltered?.(path, 'HTML that is not allowed, or not well-formed');
    if (clean === null) this.#violations.add(path, message.htmlComplexity(path, htmlLimits));
    else if (isTooLong(clean)) this.#violations.add(path, message.maxCharacters(path, maxTextLength));
    else this.#reportMade(text, clean, path);
    return clean ?? '';
  }

  /** What sanitising makes of a text obeys the rules for what is sent; what was sent is reported elsewhere. */
  #reportMade(text: string, clean: string, path: string): void {
    if (clean !== text && !isHazardousText(text)) reportHazardousText(clean, path, this.#violations);
  }

  #url(text: string, path: string): string {
    const trimmed = text.trim();
    const { onAltered } = this.#rules;
    const isSafe = isSafeUrl(trimmed);
    if (!isSafe && onAltered === undefined) this.#violations.add(path, message.url(path));
    if (!isSafe || trimmed !== text) onAltered?.(path, 'unsafe address');
    return isSafe ? trimmed : '';
  }

  /** The block this one takes the place of: same id, same type, not claimed by an earlier one. */
  #storedAs(sent: Record<string, unknown>): StoredBlock | undefined {
    const same = (stored: StoredBlock): boolean =>
      stored.type === (sent.type ?? null) &&
      stored.id === (sent.id ?? null) &&
      !this.#used.has(stored) &&
      (stored.id !== null || isDeepStrictEqual(stored.data, sent.data));
    const stored = this.#rules.replaced.find(same);
    if (stored !== undefined) this.#used.add(stored);
    return stored;
  }

  /** A block made in the backend comes back unchanged or not at all. */
  #backendBlock(sent: Record<string, unknown>, stored: StoredBlock | undefined, path: string): StoredBlock | null {
    if (stored !== undefined) {
      if (sent.data === undefined || isDeepStrictEqual(sent.data, stored.data)) return stored;
      this.#violations.add(pathOf(path, 'data'), message.backendBlock(pathOf(path, 'data')));
      return null;
    }
    const type = (typeof sent.type === 'string' ? sent.type.trim() : sent.type) || null;
    if (this.#rules.acceptsBackendBlocks && sent.backend === true && (type === null || typeof type === 'string')) {
      const id = typeof sent.id === 'string' ? sent.id : this.#rules.newId();
      return { id, type, data: isObject(sent.data) ? sent.data : {} };
    }
    const at = pathOf(path, 'type');
    if (type === null) this.#violations.add(at, message.required(at));
    else this.#violations.add(at, typeof type === 'string' ? message.selected(at) : message.type(at, 'string'));
    return null;
  }
}

function pathOf(path: string, key: string): string {
  return key === '' ? path : joinPath(path, key);
}

/** Files list members in the order of their declaration, so that two versions compare line by line. */
function inDeclaredOrder(blockType: BlockType, data: Record<string, unknown>): BlockData {
  const order = (schema: unknown, value: unknown): unknown => {
    const { properties, items, 'x-kind': kind } = schema as Record<string, unknown>;
    if (kind !== undefined) return value;
    if (Array.isArray(value)) return value.map((item) => order(items, item));
    if (!isObject(value) || !isObject(properties)) return value;
    const names = Object.keys(properties).filter((name) => Object.hasOwn(value, name));
    return Object.fromEntries(names.map((name) => [name, order(properties[name], value[name])]));
  };
  return order(blockType.data, data) as BlockData;
}
