import type { ComponentChild } from 'preact';
import { isObject } from '../../json.js';
import { fieldName } from '../words.js';

/** Free JSON as lists and names. */
export function Value({ value }: { readonly value: unknown }): ComponentChild {
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((item) => (
          <li>
            <Value value={item} />
          </li>
        ))}
      </ul>
    );
  }
  if (!isObject(value)) return <span>{value === null ? '–' : String(value)}</span>;
  return (
    <dl>
      {Object.entries(value).map(([name, member]) => (
        <>
          <dt>{fieldName(name)}</dt>
          <dd>
            <Value value={member} />
          </dd>
        </>
      ))}
    </dl>
  );
}
