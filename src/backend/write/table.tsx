import type { ComponentChild } from 'preact';
import { type FieldTools, hiddenRows, problemOf, stepButton } from './field-parts.js';
import { htmlField } from './html-field.js';
import type { Sheet } from './slots.js';

/** A table of texts: head and rows by the keys of their lists, columns by their numbers. */
export function tableField(tools: FieldTools, key: string): ComponentChild {
  const { sheet } = tools;
  const [head, body] = [`${key}.header`, `${key}.rows`];
  const rows = sheet.rows.get(body) ?? [];
  const lines = [head, ...rows.map((row) => `${body}.${row}`)];
  const width = Math.max(0, ...lines.map((line) => cellsOf(sheet, line).length));
  const columns = Array.from({ length: width }, (_, at) => at);
  const button = (action: string, text: string, of: string): ComponentChild =>
    stepButton({
      action: `${action}|${of}`,
      text,
      of: action.startsWith('col') ? `column ${Number(of) + 1}` : nameOf(rows, of),
      to: `f-${body}`,
    });
  return (
    <div id={`f-${body}`} tabIndex={-1}>
      {lines.map((line) => hiddenRows(sheet, line))}
      {hiddenRows(sheet, body)}
      {[head, body].map((list) => problemOf(tools, list).text)}
      <div class="grid">
        <table>
          <thead>
            <tr>
              <td />
              {columns.map((at) => (
                <td>
                  {button(`col+:${body}`, 'Add', String(at))}
                  {button(`col-:${body}`, 'Remove', String(at))}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">Head</th>
              {columns.map((at) => (
                <th scope="col">{cell(tools, head, at, `Head of column ${at + 1}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr>
                <th scope="row">
                  {at + 1} {button(`row+:${body}`, 'Add', row)}
                  {button(`row-:${body}`, 'Remove', row)}
                </th>
                {columns.map((column) => (
                  <td>{cell(tools, `${body}.${row}`, column, `Row ${at + 1}, column ${column + 1}`)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="actions">
        {stepButton({ action: `row+:${body}`, text: 'Add a row', of: 'at the end', to: `f-${body}` })}
        {stepButton({ action: `col+:${body}|${width - 1}`, text: 'Add a column', of: 'at the end', to: `f-${body}` })}
      </div>
    </div>
  );
}

const cellsOf = (sheet: Sheet, line: string): readonly string[] => sheet.rows.get(line) ?? [];
const nameOf = (rows: readonly string[], row: string): string => `row ${rows.indexOf(row) + 1}`;

/** A row may have fewer cells than others. */
function cell(tools: FieldTools, line: string, column: number, label: string): ComponentChild {
  const key = cellsOf(tools.sheet, line)[column];
  if (key === undefined) return null;
  const name = `${line}.${key}`;
  const { props, text } = problemOf(tools, name);
  return (
    <>
      {htmlField({
        id: `f-${name}`,
        name: `d.${name}`,
        value: tools.sheet.texts.get(name) ?? '',
        props: { 'aria-label': label, ...props },
        rows: 1,
      })}
      {text}
    </>
  );
}
