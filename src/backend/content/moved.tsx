import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../content/diff/fields.js';
import { counted, fieldName } from '../words.js';
import { Value } from './value.js';

/** Whether a value is as it was, at another place. */
export function isOnlyMoved({ moved, from, to }: FieldDiff): boolean {
  return moved === true && isDeepStrictEqual(from, to);
}

/** Whether an object or a list was moved, with changes in it. */
export function isMovedWhole({ moved, to }: FieldDiff): boolean {
  return moved === true && typeof to === 'object';
}

/** Values that only stand elsewhere, those together that went the same way. */
export function OnlyMoved({ fields }: { readonly fields: readonly FieldDiff[] }): ComponentChild {
  const ways = new Map<string, FieldDiff[]>();
  for (const field of fields) ways.set(way(field), [...(ways.get(way(field)) ?? []), field]);
  return (
    <>
      {[...ways].map(([text, moved]) => (
        <details key={text}>
          <summary>
            {counted(moved.length, 'value')} only moved: {text}
          </summary>
          <dl>
            {moved.map(({ field, from_field = field, to }) => (
              <>
                <dt key={field}>
                  {fieldName(from_field)} → {fieldName(field)}
                </dt>
                <dd>
                  <Value value={to} />
                </dd>
              </>
            ))}
          </dl>
        </details>
      ))}
    </>
  );
}

function way({ field, from_field = field }: FieldDiff): string {
  const [was, is] = [from_field, field].map(placeOf);
  return was === is ? `to another place in ${is}` : `from ${was} to ${is}`;
}

function placeOf(path: string): string {
  const end = path.lastIndexOf('.');
  return end === -1 ? 'the top level' : `“${fieldName(path.slice(0, end))}”`;
}
