/** Colours, space and type. Everything else in the style refers to these names. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --canvas: #f3f5f2; --surface: #ffffff; --sunken: #f6f8f5; --raised: #ffffff; --line: #dde3de; --edge: #76827b;
  --text: #16201c; --muted: #54605a;
  --accent: #0b6b4f; --accent-hover: #08543e; --on-accent: #ffffff; --link: #0b6b4f; --accent-soft: #e2f3ec;
  --good: #0b6b4f; --good-soft: #e2f3ec; --bad: #b3261e; --bad-soft: #fdecea;
  --warn: #7a4b00; --warn-soft: #fff1cf; --info: #1d4f91; --info-soft: #e6effb;
  --focus: #c2700a; --shadow: 0 1px 2px #16201c14, 0 12px 32px -12px #16201c2e;
  --space-1: .25rem; --space-2: .5rem; --space-3: .75rem; --space-4: 1rem; --space-5: 1.5rem; --space-6: 2.5rem;
  --small: .875rem; --body: 1rem; --large: 1.25rem; --huge: 2.25rem;
  --radius: .5rem; --round: 1rem;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0f1412; --surface: #181f1c; --sunken: #131a17; --raised: #2c3832; --line: #2d3732; --edge: #84918a;
    --text: #e8eeea; --muted: #a6b3ac;
    --accent: #1b7d5e; --accent-hover: #17694f; --link: #74d6b2; --accent-soft: #14322a;
    --good: #74d6b2; --good-soft: #14322a; --bad: #ffb4ab; --bad-soft: #3b1b19;
    --warn: #f3c672; --warn-soft: #35290f; --info: #a3c8f7; --info-soft: #17283d;
    --focus: #f5a623; --shadow: 0 12px 32px -12px #000000a0;
  }
}
.bank { --accent: #1f3f87; --accent-hover: #182f66; --link: #1f3f87; --accent-soft: #e6ecf9; --canvas: #eef1f8; }
@media (prefers-color-scheme: dark) {
  .bank { --accent: #3a5cae; --accent-hover: #2f4b90; --link: #aac2ff; --accent-soft: #1b2745; --canvas: #0c1019; --surface: #161b27;
    --sunken: #11151f; --line: #2b3344; }
}
`;
