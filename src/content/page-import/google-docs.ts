import type { Fragment } from '../html/parse.js';
import type { Losses } from './document.js';
import { append, attribute, elementNode, elementsIn, find, isElement, remove, textOf } from './tree.js';

/**
 * Mends what Google Docs writes in HTML: emphasis by classes, levels of lists as lists one after another, links by way of its own
 * server, and comments at the end.
 */
export function mendGoogleDocs(html: string, fragment: Fragment, lost: Losses): void {
  if (!/lst-kix_|themes\.googleusercontent\.com|\bdoc-content\b/.test(html)) return;
  const styles = classStyles(fragment);
  const marked = /^(?:span|p|h[1-6]|td|a|sup)$/;
  for (const element of elementsIn(fragment)) {
    if (marked.test(element.tagName)) {
      const own = attribute(element, 'class')
        .split(/\s+/)
        .flatMap((name) => styles.get(name) ?? []);
      const isText = element.tagName === 'span' || element.tagName === 'a';
      if (own.length > 0 && isText) element.attrs.push({ name: 'style', value: own.join(';') });
    }
    const href = element.attrs.find(({ name }) => name === 'href');
    const target = /^https:\/\/www\.google\.com\/url\?/.test(href?.value ?? '')
      ? new URL(href?.value ?? '').searchParams.get('q')
      : null;
    if (href !== undefined && target !== null) href.value = target;
  }
  nestLists(fragment);
  for (const reference of elementsIn(fragment).filter((one) => /^cmnt(?:_ref)?\d+$/.test(attribute(one, 'id')))) {
    const isNote = /^cmnt\d/.test(attribute(reference, 'id'));
    const direct = reference.parentNode;
    const holder = isNote && direct !== null && 'tagName' in direct ? direct.parentNode : direct;
    if (holder === null || !('tagName' in holder)) continue;
    if (isNote) lost.add('note', textOf(holder));
    if (holder.tagName === (isNote ? 'div' : 'sup')) remove(holder);
  }
}

/** Emphasis by the classes of a style sheet. */
function classStyles(fragment: Fragment): ReadonlyMap<string, readonly string[]> {
  const styles = new Map<string, string[]>();
  for (const { tagName, childNodes } of elementsIn(fragment)) {
    const sheet =
      tagName === 'style' && childNodes[0] !== undefined && 'value' in childNodes[0] ? childNodes[0].value : '';
    for (const [, name = '', rules = ''] of sheet.matchAll(/\.([\w-]{1,40})\{([^{}]{0,2000})\}/g)) {
      const kept = rules
        .split(';')
        .filter((rule) =>
          /^(?:font-weight:[67]00|font-style:italic|text-decoration:line-through|vertical-align:su[bp])/.test(rule),
        );
      if (kept.length > 0) styles.set(name, kept);
    }
  }
  return styles;
}

const listClass = /(?:^|\s)lst-kix_(\w+)-(\d)(?:\s|$)/;

function nestLists(fragment: Fragment): void {
  const lists = elementsIn(fragment).filter(({ tagName }) => tagName === 'ul' || tagName === 'ol');
  for (const list of lists) {
    const [, id, level = '0'] = listClass.exec(attribute(list, 'class')) ?? [];
    const siblings = list.parentNode?.childNodes ?? [];
    const before = siblings.slice(0, siblings.indexOf(list)).findLast(isElement);
    const [, idBefore, levelBefore = '0'] =
      before === undefined ? [] : (listClass.exec(attribute(before, 'class')) ?? []);
    if (before === undefined || id === undefined || id !== idBefore) continue;
    if (Number(level) === Number(levelBefore)) {
      remove(list);
      append(before, list.childNodes);
    } else if (Number(level) > Number(levelBefore)) {
      remove(list);
      deepestItem(before, Number(level) - Number(levelBefore)).push(list);
    }
  }
}

/** Adds to the last item of a list, or of the list that is `levels - 1` levels inside it. */
function deepestItem(list: Parameters<typeof append>[0], levels: number) {
  let item = list.childNodes.findLast(isElement) ?? elementNode('li');
  for (let level = 1; level < levels; level += 1) {
    const inner = item.childNodes.findLast((child) => child.nodeName === 'ul' || child.nodeName === 'ol');
    const last = inner !== undefined && isElement(inner) ? inner.childNodes.findLast(isElement) : undefined;
    if (last === undefined) break;
    item = last;
  }
  const at = item;
  return {
    push(inner: Parameters<typeof append>[0]): void {
      const other = find(
        at,
        (one) => one.tagName === inner.tagName && attribute(one, 'class') === attribute(inner, 'class'),
      );
      if (other === undefined) append(at, [inner]);
      else append(other, inner.childNodes);
    },
  };
}
