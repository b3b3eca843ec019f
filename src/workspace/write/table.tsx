import type { ComponentChild } from 'preact';
import { type FieldTools, hiddenRows, problemOf, stepButton } from './field-parts.js';
import type { FormModel } from './form-model.js';
import { htmlField } from './html-field.js';

/** Fields of a table, a cell each. Head and rows are named by the keys of their lists, columns by their numbers. @param key of the block */
export function tableField(tools: FieldTools, key: string): ComponentChild {
  const { model } = tools;
  const [head, body] = [`${key}.header`, `${key}.rows`];
  const rows = model.rows.get(body) ?? [];
  const lines = [head, ...rows.map((row) => `${body}.${row}`)];
  const width = Math.max(0, ...lines.map((line) => cellsOf(model, line).length));
  const columns = Array.from({ length: width }, (_, index) => index);
  const returnTo = `f-${body}`;
  const columnButton = (verb: string, text: string, column: number): ComponentChild =>
    stepButton({ action: `${verb}:${body}|${column}`, text, subject: `column ${column + 1}`, returnTo });
  const rowButton = (verb: string, text: string, row: string): ComponentChild =>
    stepButton({ action: `${verb}:${body}|${row}`, text, subject: `row ${rows.indexOf(row) + 1}`, returnTo });
  return (
    <div id={returnTo} tabIndex={-1}>
      {lines.map((line) => hiddenRows(model, line))}
      {hiddenRows(model, body)}
      {[head, body].map((list) => problemOf(tools, list).text)}
      <div class="grid">
        <table>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <td>
                  {columnButton('col+', 'Add', column)}
                  {columnButton('col-', 'Remove', column)}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">Head</th>
              {columns.map((column) => (
                <th scope="col">{cell(tools, head, column, `Head of column ${column + 1}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr>
                <th scope="row">
                  {index + 1} {rowButton('row+', 'Add', row)}
                  {rowButton('row-', 'Remove', row)}
                </th>
                {columns.map((column) => (
                  <td>{cell(tools, `${body}.${row}`, column, `Row ${index + 1}, column ${column + 1}`)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="actions">
        {stepButton({ action: `row+:${body}`, text: 'Add a row', subject: 'at the end', returnTo })}
        {stepButton({ action: `col+:${body}|${width - 1}`, text: 'Add a column', subject: 'at the end', returnTo })}
      </div>
    </div>
  );
}

const cellsOf = (model: FormModel, line: string): readonly string[] => model.rows.get(line) ?? [];

/** Field of a cell; `null`: the row has fewer cells than others. */
function cell(tools: FieldTools, line: string, column: number, label: string): ComponentChild {
  const key = cellsOf(tools.model, line)[column];
  if (key === undefined) return null;
  const name = `${line}.${key}`;
  const { props, text } = problemOf(tools, name);
  return (
    <>
      {htmlField({
        id: `f-${name}`,
        name: `d.${name}`,
        value: tools.model.texts.get(name) ?? '',
        props: { 'aria-label': label, ...props },
        rows: 1,
      })}
      {text}
    </>
  );
}
