import { own, type OwnRoute } from '../http/route.js';
import { type Asset } from './html.js';

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --edge: #767676; --accent: #0b6b4f; --warn: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --edge: #9a9a9a; --warn: #f2b8b5; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.2; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
section, form { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
form form, td form, .plain { border: 0; padding: 0; margin: 0; }
section > :first-child, form > :first-child { margin-top: 0; }
section > :last-child, form > :last-child { margin-bottom: 0; }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600; }
input, select, textarea { width: 100%; font: inherit; padding: .6rem; border: 1px solid var(--edge); border-radius: .3rem; }
input[type=checkbox] { width: auto; margin-right: .5rem; }
textarea { font-family: ui-monospace, monospace; min-height: 8rem; }
button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .7rem 1.2rem; border: 0; border-radius: .3rem;
  background: var(--accent); color: #fff; cursor: pointer; }
button.quiet { background: transparent; color: inherit; border: 1px solid var(--line); }
td button { margin: 0; padding: .25rem .6rem; }
:focus-visible { outline: 3px solid #f5a623; outline-offset: 2px; }
dl { display: grid; align-items: baseline; grid-template-columns: minmax(7rem, auto) 1fr; gap: .25rem 1rem; margin: 0; }
dt { opacity: .8; }
dd { margin: 0; overflow-wrap: anywhere; }
dd.amount { font-size: 1.6rem; line-height: 1.2; font-weight: 700; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.entry-line { display: flex; justify-content: space-between; gap: 1rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: 1rem; }
.buttons button { margin: 0; }
.banner { border: 1px solid var(--warn); border-radius: .5rem; padding: .5rem 1rem; margin: 0 0 1rem; }
.whole, time { white-space: nowrap; }
.messages { list-style: none; padding: 0; }
.messages li { border-top: 1px solid var(--line); padding: 1rem 0; overflow-wrap: anywhere; }
.messages :is(h2, p) { margin: 0; }
.scroll { overflow-x: auto; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; white-space: pre-wrap; }
[role=alert], .result { border-left: .3rem solid var(--accent); padding: .5rem 1rem; }
[role=alert] { border-color: var(--warn); font-weight: 600; }
footer { margin-top: 3rem; opacity: .8; font-size: .9rem; }
footer a { margin-left: .75rem; white-space: nowrap; }
`;

/**
 * Progressive enhancement: a countdown to the expiry by the sandbox's clock, and automatic submission of the form that
 * redirects the browser.
 */
const SCRIPT = `
document.querySelector('form[data-submit]')?.requestSubmit();
for (const element of document.querySelectorAll('[data-seconds]')) {
  const end = performance.now() + Number(element.dataset.seconds) * 1000;
  const show = () => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    element.textContent = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0');
    if (left === 0) { clearInterval(timer); location.reload(); }
  };
  const timer = setInterval(show, 1000);
  show();
}
`;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="5" cy="8" r="4" fill="#0b6b4f"/><circle cx="11" cy="8" r="4" fill="#f5a623"/></svg>';

const style: Asset = { asset: STYLE, type: 'text/css; charset=utf-8' };
const script: Asset = { asset: SCRIPT, type: 'text/javascript; charset=utf-8' };
const icon: Asset = { asset: ICON, type: 'image/svg+xml' };

export const ASSETS: readonly OwnRoute[] = [
  own('GET /assets/style.css', () => style),
  own('GET /assets/pages.js', () => script),
  own('GET /assets/icon.svg', () => icon),
];
