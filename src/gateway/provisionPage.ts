import { siteLanguages } from '#contract/site.ts';
import { type ProvisionCode, type ProvisionWish, scannerEndings, svgOf } from '#gateway/provisionCode.ts';
import { type PageLanguage, type ProvisionTexts, textsOf } from '#gateway/provisionTexts.ts';

export const PROVISION = '/gateway/provision';

/** What every page of it knows. */
export interface PageFacts {
  readonly language: PageLanguage;
  /** One sentence on what is wrong. */
  readonly problem?: string;
  /** Whether there is a session to end. */
  readonly isSignedIn: boolean;
}

export const PROVISION_STYLE = `body{font:18px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:1rem;color:#101418;background:#fff}
label{display:block;margin:.75rem 0}
input,select,button{font:inherit;min-height:48px;width:100%;box-sizing:border-box;padding:.25rem .5rem}
button{margin-top:.75rem;font-weight:700}
.problem{border:2px solid #b00020;padding:.5rem}
svg{display:block;width:min(100%,30rem);margin:1rem auto}
code{font-size:1.75rem;letter-spacing:.1em}
summary{min-height:48px;font-weight:700}
@media print{.secret,form{display:none}}
`;

export function signInPage({ language, problem }: PageFacts): string {
  const texts = textsOf(language);
  return page(
    language,
    texts.title,
    `<p>${texts.signInHint}</p>${problemOf(problem)}
<form method="post" action="${PROVISION}/sign-in">
<label>${texts.password}<input type="password" name="password" autocomplete="current-password" required></label>
<button>${texts.signIn}</button></form>`,
  );
}

/** @param keyThere - whether the gateway holds the key. */
export function wishPage(facts: PageFacts, wish: Omit<ProvisionWish, 'key'>, keyThere: boolean): string {
  const { language, problem } = facts;
  const texts = textsOf(language);
  const key = keyThere
    ? `<p>${texts.keyThere}</p>`
    : `<label>${texts.key}<input type="password" name="key" autocomplete="off" required></label>`;
  return page(
    language,
    texts.title,
    `<p>${texts.hint}</p>${problemOf(problem)}
<form method="post" action="${PROVISION}">
<label>${texts.url}<input name="url" type="url" required value="${escaped(wish.url)}"></label>
${key}
<label>${texts.warehouse}<input name="warehouse" inputmode="numeric" value="${escaped(wish.warehouse ?? '')}"></label>
${select(texts, 'language', texts.language, siteLanguages, wish.language)}
${select(texts, 'scanner', texts.scanner, scannerEndings, wish.scanner)}
<label>${texts.validHours}<input name="validHours" inputmode="decimal" value="${escaped(wish.validHours ?? '24')}"></label>
<button>${texts.make}</button></form>${signOutOf(facts, texts)}`,
  );
}

export function codePage(facts: PageFacts, { text, passcode, until }: ProvisionCode): string {
  const { language } = facts;
  const texts = textsOf(language);
  const when = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  return page(
    language,
    texts.title,
    `<p>${texts.made}</p>${svgOf(text)}<p>${texts.until(when)}</p>
<details class="secret"><summary>${texts.passcode}</summary><p><code>${escaped(passcode)}</code></p>
<p>${texts.passcodeHint}</p></details>
<p><a href="${PROVISION}">${texts.another}</a></p>${signOutOf(facts, texts)}`,
  );
}

function page(language: PageLanguage, title: string, inside: string): string {
  const tag = language === 'zh' ? 'zh-Hans' : language;
  return `<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Scanline</title><link rel="stylesheet" href="${PROVISION}/style.css"></head>
<body><main><h1>${title}</h1>${inside}</main></body></html>
`;
}

function problemOf(problem: string | undefined): string {
  return problem === undefined ? '' : `<p class="problem" role="alert">${escaped(problem)}</p>`;
}

function signOutOf({ isSignedIn }: PageFacts, texts: ProvisionTexts): string {
  if (!isSignedIn) return '';
  return `<form method="post" action="${PROVISION}/sign-out"><button>${texts.signOut}</button></form>`;
}

function select(
  texts: ProvisionTexts,
  name: string,
  label: string,
  choices: readonly string[],
  chosen: string | undefined,
): string {
  const options = choices.map(
    (choice) => `<option${choice === chosen ? ' selected' : ''} value="${choice}">${choice}</option>`,
  );
  return `<label>${label}<select name="${name}"><option value="">${texts.asIs}</option>${options.join('')}</select></label>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
