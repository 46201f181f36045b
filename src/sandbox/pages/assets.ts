import { own, type OwnRoute } from '../http/route.js';
import { type Asset } from './html.js';

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --accent: #0b6b4f; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 44rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.2; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
section, form { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600; }
input, select { width: 100%; font: inherit; padding: .6rem; border: 1px solid var(--line); border-radius: .3rem; }
button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .7rem 1.2rem; border: 0; border-radius: .3rem;
  background: var(--accent); color: #fff; cursor: pointer; }
:focus-visible { outline: 3px solid #f5a623; outline-offset: 2px; }
dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .25rem 1rem; }
dt { opacity: .75; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
[role=alert], [role=status] { border-left: .3rem solid var(--accent); padding: .5rem 1rem; }
[role=alert] { border-color: #c0392b; }
footer { margin-top: 3rem; opacity: .7; font-size: .85rem; }
`;

/** The page itself says until when it is valid; with scripts on, it also counts down, by the sandbox's clock. */
const COUNTDOWN = `
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

const style: Asset = { asset: STYLE, type: 'text/css; charset=utf-8' };
const countdown: Asset = { asset: COUNTDOWN, type: 'text/javascript; charset=utf-8' };

export const ASSETS: readonly OwnRoute[] = [
  own('GET /assets/style.css', () => style),
  own('GET /assets/countdown.js', () => countdown),
];
