/** The parts that pages are made of; `parts.ts` writes their HTML. */
export const PARTS_STYLE = `
.topbar { background: var(--surface); border-bottom: 1px solid var(--line); }
.topbar > div { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-1) var(--space-5); max-width: 76rem;
  margin: 0 auto; padding: var(--space-3) var(--space-4); }
.brand { display: inline-flex; align-items: center; gap: var(--space-2); font-weight: 700; color: var(--text); text-decoration: none; }
.brand img { display: block; width: 1.5rem; height: 1.5rem; }
.topbar nav { display: flex; flex-wrap: wrap; gap: 0 var(--space-4); }
.topbar nav a { padding: var(--space-1) 0; color: var(--muted); text-decoration: none; }
.topbar nav a:hover, .topbar nav a[aria-current] { color: var(--text); text-decoration: underline; }
main { width: 100%; margin: 0 auto; padding: var(--space-5) var(--space-4); }
main.wide { max-width: 76rem; }
main.narrow { max-width: 29rem; margin: 0 auto auto; padding-top: clamp(1rem, 7vh, 4rem); }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-5); }
.tight { gap: var(--space-3); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: var(--space-5); align-items: start; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(5.5rem, 1fr)); gap: var(--space-3); }
.actions { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: center; }
.footer { padding: var(--space-4); text-align: center; color: var(--muted); font-size: var(--small); }
.footer a { display: inline-block; margin: var(--space-1) var(--space-2) 0; color: inherit; }

.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--round); padding: var(--space-5); }
main.narrow > .card { box-shadow: var(--shadow); overflow: hidden; }
.ribbon { display: flex; justify-content: center; gap: var(--space-2); margin: calc(-1 * var(--space-5)) calc(-1 * var(--space-5)) 0; padding: var(--space-1) var(--space-4);
  background: var(--warn-soft); color: var(--warn); font-size: var(--small); font-weight: 600; text-align: center; }
.bank-name { display: flex; align-items: center; gap: var(--space-2); margin: 0 calc(-1 * var(--space-5)); padding: var(--space-4) var(--space-5);
  background: var(--accent); color: var(--on-accent); font-weight: 700; font-size: 1.125rem; }
.bank-name svg { width: 1.75rem; height: 1.75rem; fill: none; stroke: currentColor; stroke-width: 1.75; }
.bank-name span { margin-left: auto; font-size: var(--small); font-weight: 500; }

.due { text-align: center; }
.due h1 { font-size: var(--body); font-weight: 600; letter-spacing: 0; color: var(--muted); }
.amount { font-size: var(--huge); line-height: 1.2; font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }

.tabs { display: flex; flex-wrap: wrap; gap: var(--space-1); }
.tabs a { flex: none; padding: var(--space-2) var(--space-3); color: var(--muted); font-weight: 600; text-decoration: none; white-space: nowrap;
  border-bottom: 3px solid transparent; }
.tabs a:hover { color: var(--text); }
.tabs a[aria-current] { color: var(--text); border-color: var(--accent); }
.tabs a:focus-visible { outline-offset: -3px; }
main.wide .tabs { border-bottom: 1px solid var(--line); }
main.narrow .tabs { background: var(--sunken); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--space-1); }
main.narrow .tabs a { flex: 1; text-align: center; border: 0; border-radius: calc(var(--radius) - .125rem); }
main.narrow .tabs a[aria-current] { background: var(--raised); box-shadow: 0 1px 3px #0000002e; }

.badge { display: inline-block; padding: 0 var(--space-2); border-radius: 1rem; font-size: .8125rem; font-weight: 600; overflow-wrap: anywhere;
  background: var(--sunken); color: var(--muted); border: 1px solid var(--line); }
.neutral { background: var(--sunken); color: var(--muted); }
.good { background: var(--good-soft); color: var(--good); border-color: transparent; }
.bad { background: var(--bad-soft); color: var(--bad); border-color: transparent; }
.warn { background: var(--warn-soft); color: var(--warn); border-color: transparent; }
.info { background: var(--info-soft); color: var(--info); border-color: transparent; }
.notice { padding: var(--space-3) var(--space-4); border-radius: var(--radius); border: 1px solid transparent; }
.notice > * + * { margin-top: var(--space-1); }
.notice a { color: inherit; }
.banner { margin: 0; padding: var(--space-2) var(--space-4); text-align: center; background: var(--warn-soft); color: var(--warn); }
.banner a { color: inherit; }
.empty { padding: var(--space-6) var(--space-4); text-align: center; color: var(--muted); border: 1px dashed var(--edge); border-radius: var(--round); }
.empty strong { display: block; color: var(--text); }

.chips { display: flex; flex-wrap: wrap; gap: var(--space-2); padding: 0; list-style: none; }
.chips li { margin: 0; }
.chips a { display: inline-block; padding: var(--space-1) var(--space-3); border: 1px solid var(--edge); border-radius: 1rem; color: var(--text);
  background: var(--surface); font-size: var(--small); text-decoration: none; }
.chips a:hover, .chips a[aria-current] { border-color: var(--accent); background: var(--accent-soft); }

.account { display: grid; gap: var(--space-1); padding: var(--space-4); text-align: center; background: var(--sunken); border-radius: var(--radius); }
.account .digits { font-size: 1.875rem; line-height: 1.3; font-weight: 700; letter-spacing: .04em; font-variant-numeric: tabular-nums; }
.copy { justify-self: center; }
.waiting { display: flex; align-items: center; justify-content: center; gap: var(--space-2); font-weight: 600; }
.waiting::before { content: ""; width: .75rem; height: .75rem; border-radius: 50%; background: var(--good); animation: pulse 1.6s ease-in-out infinite; }
@keyframes pulse { 50% { opacity: .25; transform: scale(.75); } }
@media (prefers-reduced-motion: reduce) { .waiting::before { animation: none; } }
.result { text-align: center; }
.result svg { display: block; width: 4rem; height: 4rem; margin: 0 auto var(--space-3); padding: 1rem; border-radius: 50%; fill: none;
  stroke: currentColor; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.result h2 { font-size: 1.5rem; }

.scroll { overflow-x: auto; container-type: inline-size; }
.entry-line { display: flex; justify-content: space-between; gap: var(--space-4); }
.messages { padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-3); }
.messages li { margin: 0; display: grid; gap: var(--space-1); }
.messages h2 { font-size: var(--body); }
.code { font: 700 1.5rem/1.3 var(--mono); letter-spacing: .15em; }
`;
