/** Text that is already HTML. Everything else is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.reduce((text, part, at) => text + render(values[at - 1]) + part));
}

function render(content: Content): string {
  if (content instanceof Html) return content.text;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(render).join('');
  return String(content).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A column title; amounts are right-aligned. */
type Column = string | { readonly amounts: string };

/** An accessible table with a caption. A wide one scrolls horizontally; in a narrow place each row is a list of labelled values. */
export function table(caption: string, head: readonly Column[], rows: readonly (readonly Content[])[]): Html {
  const columns = head.map((column) =>
    typeof column === 'string'
      ? { title: column, attributes: undefined }
      : { title: column.amounts, attributes: html`class="number"` },
  );
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="${caption}">
      <table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            ${columns.map(({ title, attributes }) => html`<th scope="col" ${attributes}>${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell, at) => html`<td data-label="${columns[at]?.title}" ${columns[at]?.attributes}>${shown(cell)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** One element, which a narrow table shows beside its label. */
const shown = (cell: Content): Content => cell && html`<div>${cell}</div>`;
