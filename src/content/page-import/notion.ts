import type { Child, Element, Fragment } from '../html/parse.js';
import { append, attribute, elementsIn, find, hasClass, isElement, remove, replace, textNode } from './tree.js';

const listClass = /(?:^|\s)(?:bulleted|numbered|to-do)-list(?:\s|$)/;

/** Mends what Notion writes in HTML: a list for each item, check boxes without content, signs in front of links to pages. */
export function mendNotion(fragment: Fragment): void {
  if (find(fragment, (one) => hasClass(one, /(?:^|\s)page-body(?:\s|$)/)) === undefined) return;
  for (const element of elementsIn(fragment)) {
    if (hasClass(element, listClass)) joinToListBefore(element);
    else if (hasClass(element, /(?:^|\s)checkbox(?:\s|$)/))
      replace(element, [textNode(hasClass(element, /checkbox-on/) ? '☑ ' : '☐ ')]);
    else if (element.tagName === 'span' && hasClass(element, /(?:^|\s)icon(?:\s|$)/)) {
      if (element.parentNode?.nodeName === 'a') remove(element);
    }
  }
}

function joinToListBefore(list: Element): void {
  const siblings = list.parentNode?.childNodes ?? [];
  const before = siblings.slice(0, siblings.indexOf(list)).findLast((one) => !isBlank(one));
  if (before === undefined || !isElement(before) || attribute(before, 'class') !== attribute(list, 'class')) return;
  remove(list);
  append(before, list.childNodes);
}

const isBlank = (node: Child): boolean => 'value' in node && node.value.trim() === '';
