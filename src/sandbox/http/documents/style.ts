/** How the documentation looks: calm, light or dark as the reader's system. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfbfa, #16181c);
  --raised: light-dark(#ffffff, #1d2026);
  --ink: light-dark(#1c2126, #e6e8eb);
  --quiet: light-dark(#59636e, #a3acb6);
  --line: light-dark(#dfe2e5, #33383f);
  --accent: light-dark(#0b5c6b, #6cc5d4);
  --tint: light-dark(#eef4f5, #1f2c30);
  --bad: light-dark(#a3262a, #f2999b);
  --mono: ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1.5rem; font: 16px/1.6 system-ui, "Segoe UI", sans-serif; }
body { margin: 0; background: var(--ground); color: var(--ink); }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.75rem; margin: 0 0 0.75rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 0.75rem; }
h3 { font-size: 1.1rem; margin: 0; }
h4 { font-size: 0.95rem; margin: 1.5rem 0 0.5rem; }
p, ol { margin: 0 0 1rem; max-width: 46rem; }
code, pre, .path { font-family: var(--mono); font-size: 0.875em; overflow-wrap: anywhere; }
.skip { position: absolute; inset-inline-start: -100rem; }
.skip:focus { inset-inline-start: 1rem; top: 1rem; padding: 0.5rem 1rem; background: var(--raised); z-index: 1; }
.frame { display: grid; grid-template-columns: 18rem minmax(0, 1fr); max-width: 82rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 3rem; border-inline-end: 1px solid var(--line); font-size: 0.9rem; }
nav h2 { font-size: 0.8rem; margin: 1.25rem 0 0.25rem; color: var(--quiet); font-weight: 600; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.2rem 0.5rem; border-radius: 4px; color: inherit; text-decoration: none; }
nav li a:hover { background: var(--tint); }
nav li a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
nav label { display: block; font-size: 0.8rem; color: var(--quiet); margin-bottom: 0.25rem; }
input { width: 100%; font: inherit; padding: 0.4rem 0.6rem; color: inherit; background: var(--raised); border: 1px solid light-dark(#868e96, #6c757f); border-radius: 5px; }
main { padding: 2rem 2.5rem 6rem; min-width: 0; }
article { margin: 1.5rem 0; padding: 1.25rem 1.5rem 1.5rem; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
article:target { border-color: var(--accent); }
.line { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; margin: 0.35rem 0 0.9rem; }
.method { font: 600 0.8rem/1.6 var(--mono); padding: 0 0.5rem; border-radius: 4px; background: var(--tint); color: var(--accent); }
.delete { color: var(--bad); background: light-dark(#faeeee, #332426); }
.tier { font-size: 0.85rem; color: var(--quiet); margin-inline-start: auto; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); }
thead th { font-size: 0.8rem; color: var(--quiet); font-weight: 600; }
tbody th { font-weight: 600; white-space: nowrap; }
td { min-width: 10rem; }
td .note { color: var(--quiet); }
.must { color: var(--bad); font-size: 0.8rem; font-weight: 600; }
pre { margin: 0; padding: 0.9rem 1rem; overflow-x: auto; background: var(--tint); border-radius: 6px; line-height: 1.5; }
pre, pre code { overflow-wrap: normal; }
.copy { float: inline-end; margin: 0.4rem; }
button { font: inherit; cursor: pointer; padding: 0.5rem 1rem; border-radius: 5px; border: 1px solid var(--accent); background: var(--accent); color: var(--raised); font-weight: 600; }
button.copy { position: relative; font-size: 0.75rem; padding: 0.1rem 0.5rem; background: var(--raised); color: var(--accent); font-weight: 400; }
details summary { cursor: pointer; }
.leads { margin: 0; padding-inline-start: 1.1rem; }
.login { max-width: 24rem; margin: 12vh auto; padding: 2rem; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
.login label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; font-size: 0.9rem; }
.login button { margin-top: 1.5rem; width: 100%; }
.complaint { color: var(--bad); font-weight: 600; }
@media (max-width: 54rem) {
  .frame { grid-template-columns: minmax(0, 1fr); }
  nav { position: static; height: auto; border-inline-end: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem 1rem 4rem; }
  article { padding: 1rem; }
  .tier { margin-inline-start: 0; }
}
@media (forced-colors: active) { article:target { outline: 2px solid Highlight; } .method { border: 1px solid; } }
@media print { nav, .copy { display: none; } .frame { display: block; } article { break-inside: avoid-page; } }
`;
