import { PARTS_STYLE } from './parts-style.js';
import { TOKENS } from './tokens.js';

/** Elements without a class: text, forms, tables. */
const ELEMENTS = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--canvas); color: var(--text);
  font: var(--body)/1.5 var(--sans); }
h1, h2, h3, p { overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.2; letter-spacing: -.01em; margin: 0; }
h2 { font-size: var(--large); line-height: 1.3; margin: 0; }
h3 { font-size: var(--body); margin: 0; }
p, ul, ol { margin: 0; }
ul, ol { padding-left: 1.25rem; }
li + li { margin-top: var(--space-2); }
a { color: var(--link); text-underline-offset: .15em; }
small, .muted { color: var(--muted); font-size: var(--small); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: var(--radius); }
code, pre { font-family: var(--mono); font-size: .9em; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { margin: var(--space-2) 0 0; padding: var(--space-3); background: var(--sunken); border-radius: var(--radius); }
time, .whole { white-space: nowrap; }
dl { display: grid; align-items: baseline; grid-template-columns: minmax(6rem, auto) 1fr; gap: var(--space-2) var(--space-4); margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; margin-bottom: var(--space-1); font-size: var(--small); font-weight: 600; }
input, select, textarea { width: 100%; min-height: 2.75rem; padding: var(--space-2) var(--space-3); font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--edge); border-radius: var(--radius); }
textarea { font: var(--small)/1.5 var(--mono); min-height: 8rem; resize: vertical; }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: var(--space-2); min-height: 2.75rem;
  padding: var(--space-2) var(--space-4); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: var(--radius); }
button:hover, .button:hover { background: var(--accent-hover); }
:is(button, .button).quiet { color: var(--text); background: var(--surface); border-color: var(--edge); }
:is(button, .button).quiet:hover { background: var(--sunken); }
:is(button, .button).small { min-height: 2rem; padding: 0 var(--space-3); font-size: var(--small); }
:is(button, .button).block { width: 100%; min-height: 3.25rem; font-size: 1.0625rem; }
details > summary { cursor: pointer; font-weight: 600; min-height: 1.75rem; }
details[open] > summary { margin-bottom: var(--space-3); }
table { border-collapse: collapse; width: 100%; font-size: var(--small); }
caption { text-align: left; font-size: var(--body); font-weight: 600; padding: 0 0 var(--space-2); }
th { color: var(--muted); font-weight: 600; white-space: nowrap; }
th, td { text-align: left; vertical-align: top; padding: var(--space-2) var(--space-4) var(--space-2) 0; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
:is(th, td):last-child { padding-right: 0; }
@container (max-width: 34rem) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  table, caption, tbody, tr, td { display: block; }
  tr { padding: var(--space-3) 0; border-top: 1px solid var(--line); }
  td, td:last-child { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: var(--space-2); padding: var(--space-1) 0; border: 0;
    overflow-wrap: anywhere; }
  td::before { content: attr(data-label); color: var(--muted); }
  td > * { grid-column: 2; }
  td.number { text-align: left; }
  td:empty { display: none; }
}
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
`;

/** The one style of all pages: no outside requests, no script needed, dark mode, phones. */
export const STYLE = TOKENS + ELEMENTS + PARTS_STYLE;

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="5" cy="8" r="4" fill="#0b6b4f"/><circle cx="11" cy="8" r="4" fill="#f5a623"/></svg>';
