import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { workspaceAddress, workspacePath } from './workspace.js';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;
export type Field = readonly [name: string, value: string];

/** Elements of a page without those of its frame. */
function elementsOfMain(html: string): Element[] {
  const main = [...elements(parse(html))].find(({ tagName }) => tagName === 'main');
  return main === undefined ? [] : [...elements(main)];
}

/** A form that a page sends. */
export interface PageForm {
  /** Path that takes it, below the workspace, with its query. */
  readonly at: string;
  readonly isUpload: boolean;
  readonly fields: readonly Field[];
  /** Boxes that are not ticked. */
  readonly boxes: readonly Field[];
  /** Buttons that say what to do. */
  readonly buttons: readonly Field[];
}

/** @param path of the page below the workspace, with its query */
export function formsIn(html: string, path: string): PageForm[] {
  const all = elementsOfMain(html);
  const forms = all.filter((one) => one.tagName === 'form' && attribute(one, 'method')?.toLowerCase() === 'post');
  return forms.map((form) => {
    const id = attribute(form, 'id');
    const associated = id === undefined ? [] : all.filter((one) => attribute(one, 'form') === id);
    const inside = [...elements(form), ...associated];
    const named = (has: (one: Element) => boolean): Field[] =>
      inside.filter(has).flatMap((one): Field[] => {
        const name = attribute(one, 'name');
        return name === undefined ? [] : [[name, attribute(one, 'value') ?? '']];
      });
    return {
      at: workspacePath(attribute(form, 'action') ?? workspaceAddress(path)),
      isUpload: attribute(form, 'enctype') === 'multipart/form-data',
      fields: inside.flatMap(fieldOf),
      boxes: named((one) => attribute(one, 'type') === 'checkbox' && attribute(one, 'checked') === undefined),
      buttons: named(({ tagName }) => tagName === 'button'),
    };
  });
}

function fieldOf(one: Element): Field[] {
  const name = attribute(one, 'name');
  if (name === undefined || name === '' || attribute(one, 'disabled') !== undefined) return [];
  const value = attribute(one, 'value');
  const type = (attribute(one, 'type') ?? 'text').toLowerCase();
  switch (one.tagName) {
    case 'input':
      if (type === 'submit') return [];
      if (type === 'radio' || type === 'checkbox') {
        return attribute(one, 'checked') === undefined ? [] : [[name, value ?? 'on']];
      }
      return [[name, type === 'hidden' ? lines(value ?? '') : (value ?? '').replaceAll(/[\r\n]/g, '')]];
    case 'textarea':
      return [[name, lines(textOf(one))]];
    case 'select': {
      const options = [...elements(one)].filter(({ tagName }) => tagName === 'option');
      const chosen = options.findLast((option) => attribute(option, 'selected') !== undefined) ?? options[0];
      return chosen === undefined ? [] : [[name, attribute(chosen, 'value') ?? textOf(chosen)]];
    }
    default:
      return [];
  }
}

/** Texts are sent with the line breaks of the network. */
const lines = (text: string): string => text.replaceAll(/\r\n?|\n/g, '\r\n');

export function* elements(node: Node): Generator<Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    yield child;
    yield* elements(child);
  }
}

const attribute = (one: Element, name: string): string | undefined =>
  one.attrs.find((each) => each.name === name)?.value;

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
