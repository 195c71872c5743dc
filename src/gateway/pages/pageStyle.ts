/** The one style of the gateway's pages: from 360 px on, light and dark, targets of 48 px, and on paper. */
export const PAGE_STYLE = `:root{color-scheme:light dark;--ink:#101418;--paper:#fff;--quiet:#4a5560;--line:#c3cbd3;--field:#fff;--panel:#f2f5f8;--accent:#0b57a4;--on-accent:#fff;--bad:#b00020}
@media (prefers-color-scheme:dark){:root{--ink:#e9eef3;--paper:#101418;--quiet:#a9b5c0;--line:#3c4752;--field:#1a2128;--panel:#1a2128;--accent:#8cc2ff;--on-accent:#06213c;--bad:#ff8a9b}}
*{box-sizing:border-box}
body{font:18px/1.5 system-ui,sans-serif;margin:0;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
main,nav{max-width:34rem;margin:0 auto;padding:0 1rem}
.wide main,.wide nav{max-width:80rem}
main{padding-bottom:2rem}
h1{font-size:1.5rem;line-height:1.25;margin:1rem 0 .5rem}
h2{font-size:1.2rem;line-height:1.25;margin:1.5rem 0 .5rem}
a{color:var(--accent)}
nav{display:flex;flex-wrap:wrap;gap:0 1rem;border-bottom:1px solid var(--line)}
nav a{display:flex;align-items:center;min-height:48px;text-decoration:none}
nav a[aria-current]{color:var(--ink);font-weight:700;box-shadow:inset 0 -3px var(--accent)}
label{display:block;margin:.75rem 0}
input,select,button,.button{font:inherit;color:inherit;min-height:48px;width:100%;padding:.25rem .5rem;background:var(--field);border:1px solid var(--quiet);border-radius:6px}
button,.button{margin-top:.75rem;font-weight:700;background:var(--accent);border-color:var(--accent);color:var(--on-accent);cursor:pointer}
.button{display:flex;align-items:center;justify-content:center;text-decoration:none}
.quiet{background:none;color:var(--accent)}
button.danger{background:var(--bad);border-color:var(--bad);color:var(--paper)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{border:2px solid var(--bad);border-radius:6px;padding:.5rem}
.hint{color:var(--quiet)}
svg{display:block;width:min(100%,30rem);margin:1rem auto;background:#fff}
code{font-size:.9em}
pre{white-space:pre-wrap;background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.5rem;font-size:.9rem}
td[data-long],.facts td{overflow-wrap:anywhere}
table a{display:inline-flex;align-items:center;min-height:48px}
.secret code{font-size:1.75rem;letter-spacing:.1em}
summary{min-height:48px;line-height:48px;font-weight:700;cursor:pointer}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{overflow-wrap:break-word;text-align:start;vertical-align:middle;padding:.5rem;border-bottom:1px solid var(--line)}
th{color:var(--quiet)}
.fields{display:grid;gap:0 1rem;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr))}
.fields{align-items:end}
.wide button,.wide .button{max-width:24rem}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:0 1rem;margin:1rem 0}
.panel h2{margin-top:.75rem}
details.panel[open]{padding-bottom:1rem}
@media (max-width:50rem){table,tbody,tr,td{display:block}thead{display:none}tr{border:1px solid var(--line);border-radius:6px;padding:.25rem .5rem;margin:.75rem 0}
td{border:0;padding:.125rem 0}td[data-name]::before{content:attr(data-name) ": ";color:var(--quiet)}td:empty{display:none}.facts tr{border:0;border-bottom:1px solid var(--line);border-radius:0;margin:0}.facts th{display:block;border:0;padding:.25rem 0 0}td[data-key]::before{display:none}}
@media print{.secret,form,nav{display:none}}
`;
