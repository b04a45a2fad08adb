/** The login, and what the page adds to the viewer's own style: contrast, a calm look, room at any width. */
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
html { font: 16px/1.5 system-ui, "Segoe UI", sans-serif; }
body { margin: 0; background: var(--ground); color: var(--ink); }
:focus-visible { outline: 2px solid var(--accent) !important; outline-offset: 2px; border-radius: 3px; }

.login, .account { background: var(--raised); border: 1px solid var(--line); }
.login { max-width: 24rem; margin: 12vh auto; padding: 2rem; border-radius: 8px; }
.login h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.75rem; }
.login label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; font-size: 0.9rem; }
.login input { width: 100%; font: inherit; padding: 0.4rem 0.6rem; color: inherit; background: var(--ground); border: 1px solid light-dark(#868e96, #6c757f); border-radius: 5px; }
.login button { margin-top: 1.5rem; width: 100%; font: inherit; font-weight: 600; padding: 0.5rem 1rem; border: 0; border-radius: 5px; background: var(--accent); color: var(--raised); cursor: pointer; }
.complaint { color: var(--bad); font-weight: 600; }

.account { border-width: 0 0 1px; padding: 0.75rem max(1.25rem, calc(50vw - 44rem)); font-size: 0.9rem; }
.account p { margin: 0 0 0.25rem; max-width: 60rem; }
.account a, .account summary { color: var(--accent); }
.account summary { cursor: pointer; width: fit-content; }
.account .table { overflow-x: auto; }
.account table { border-collapse: collapse; margin-top: 0.5rem; }
.account th, .account td { text-align: start; padding: 0.2rem 1.5rem 0.2rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
code, pre { font-family: var(--mono); overflow-wrap: anywhere; }

.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-section-header h4, .swagger-ui .btn, .swagger-ui table thead tr td, .swagger-ui table thead tr th, .swagger-ui .tab li, .swagger-ui :is(input, select, label, h2, h3, h4, h5), .swagger-ui :is(p, li, td):not(pre *) { font-family: system-ui, "Segoe UI", sans-serif !important; }
.swagger-ui, .swagger-ui :is(p, li, h1, h2, h3, h4, h5, td, th, label, small, span, div, button, summary, select, a.nostyle):not(.opblock-summary-method, .opblock-summary-method *, pre *) { color: var(--ink); }
.swagger-ui .wrapper { max-width: 90rem; }
.swagger-ui .information-container .info { margin: 1.5rem 0; }
.swagger-ui .info :is(p, li), .swagger-ui .opblock-description p { max-width: 46rem; font-size: 1rem; line-height: 1.6; }
.swagger-ui .renderedMarkdown p { margin-inline: 0; }
.swagger-ui .response-col_links { min-width: 18rem; }
.swagger-ui a:not(.nostyle), .swagger-ui .info .link span { color: var(--accent) !important; }
.swagger-ui .info .title small { background: var(--tint); }
.swagger-ui .info .title small pre { color: var(--ink) !important; }
.swagger-ui :is(p, li, td) code { background: var(--tint) !important; color: var(--ink) !important; font-weight: 500; }
.swagger-ui .opblock-tag { border-color: var(--line); }
.swagger-ui .opblock, .swagger-ui section.models, .swagger-ui section.models .model-container { background: var(--raised) !important; border: 1px solid var(--line) !important; box-shadow: none !important; }
.swagger-ui .opblock .opblock-section-header { background: var(--tint) !important; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important; }
.swagger-ui .opblock-summary-control { flex-wrap: wrap; }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard:focus-within { width: 24px; margin: 0 5px; }
.swagger-ui .curl-command .copy-to-clipboard { width: 24px; height: 24px; }
.swagger-ui .info .main > a { display: none; }
.swagger-ui .opblock .opblock-section-header { height: auto; flex-wrap: wrap; gap: 0.25rem 1rem; }
.swagger-ui .opblock .opblock-summary-path { max-width: none; }
.swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock .opblock-summary-description { overflow-wrap: anywhere; }
.swagger-ui .opblock .opblock-summary-method { color: #fff !important; text-shadow: none; background: #1b5e9b !important; }
.swagger-ui .opblock-post .opblock-summary-method { background: #1c6e42 !important; }
.swagger-ui .opblock-patch .opblock-summary-method { background: #7a5200 !important; }
.swagger-ui .opblock-delete .opblock-summary-method { background: #a3262a !important; }
.swagger-ui .tab-header .tab-item.active h4 span::after { background: var(--accent) !important; }
.swagger-ui :is(.parameter__in, .parameter__type, .prop-format, .response-col_links i, .model-title small) { color: var(--quiet) !important; }
.swagger-ui .parameter__name.required :is(span, &::after), .swagger-ui .parameter__name.required::after, .swagger-ui .parameter__name.required span { color: var(--bad) !important; }
.swagger-ui .btn { color: var(--accent) !important; border-color: var(--accent) !important; background: var(--raised) !important; box-shadow: none; }
.swagger-ui .btn.execute { color: var(--raised) !important; background: var(--accent) !important; }
.swagger-ui .download-contents { color: var(--raised) !important; background: var(--accent) !important; }
.swagger-ui :is(input, select, textarea) { color: var(--ink) !important; background: var(--ground) !important; border: 1px solid light-dark(#868e96, #6c757f) !important; max-width: 100%; }
.swagger-ui :is(.errors, .invalid, .response-control-media-type__accept-message) { color: var(--bad) !important; }
.swagger-ui pre, .swagger-ui .highlight-code .microlight, .swagger-ui .opblock-body pre.microlight { white-space: pre-wrap !important; overflow: visible !important; max-height: none !important; padding: 0.75rem 1rem !important; border-radius: 6px; background: var(--tint) !important; color: var(--ink) !important; font: 0.875rem/1.5 var(--mono) !important; }
.swagger-ui pre :is(span, code) { color: inherit !important; font: inherit !important; background: none !important; padding: 0; }
.swagger-ui .opblock-body :is(.curl-command, .live-responses-table) pre.microlight { padding-block-end: 3rem !important; }
.swagger-ui .info .title small pre { padding: 0.1rem 0.4rem !important; }
.swagger-ui .json-schema-2020-12-accordion, .swagger-ui .json-schema-2020-12-expand-deep-button, .swagger-ui [class^="json-schema-2020-12"] { color: var(--ink) !important; }
.swagger-ui .json-schema-2020-12__constraint { background: var(--tint) !important; }
.swagger-ui :is(.json-schema-2020-12, .json-schema-2020-12-head, .json-schema-2020-12-body, .model-box) { background: none !important; border-color: var(--line) !important; }
.swagger-ui .filter .operation-filter-input { width: 100%; margin: 0.5rem 0; padding: 0.5rem 0.75rem; }
.swagger-ui :is(svg, .arrow) { fill: var(--ink); }

.samples { padding: 0 1.25rem 1rem; }
.samples-bar { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; padding: 0.75rem 0; }
.samples-bar h4 { margin: 0; font-size: 0.875rem; }
.samples-bar button { font: inherit; font-size: 0.875rem; min-height: 1.75rem; padding: 0.1rem 0.75rem; border: 1px solid var(--line); border-radius: 5px; background: var(--raised); color: var(--accent) !important; cursor: pointer; }

@media (max-width: 50rem) {
  .swagger-ui .wrapper, .swagger-ui .opblock-body .table-container { padding-inline: 0.75rem; }
  .swagger-ui :is(.parameters, .responses-table) > :is(thead, tbody) > tr { display: block; padding-block: 0.5rem; }
  .swagger-ui :is(.parameters, .responses-table) > :is(thead, tbody) > tr > td { display: block; width: auto; max-width: none; min-width: 0; padding: 0.15rem 0; }
  .swagger-ui :is(.parameters, .responses-table) > thead { display: none; }
}
@media print { .account, .swagger-ui :is(.filter, .try-out, .btn, .samples-bar button) { display: none; } }
`;
