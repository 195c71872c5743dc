import { existsSync, readFileSync } from 'node:fs';
import { type PageFacts, escaped, field, postForm } from '#gateway/pages/page.ts';
import type { SiteEditor } from '#gateway/site/siteEditor.ts';
import { SETUP, pathOfPart, setupFrame } from './setupFrame.ts';

/** Puts the file before back. */
export const TAKE_BACK = `${SETUP}/back`;

/** The site's file as it is, the site's name, and the way back. */
export function filePage(facts: PageFacts, editor: SiteEditor, name: string): string {
  const texts = facts.words.setup;
  const form = `${field(texts.name, 'name', { value: name, maxlength: 200 })}<button class="primary">${texts.keep}</button>`;
  const back = editor.hasBefore()
    ? `<p>${texts.backHint}</p>${postForm(TAKE_BACK, {}, `<button>${texts.back}</button>`)}`
    : '';
  const shown = existsSync(editor.file)
    ? `<pre class="verbatim">${escaped(readFileSync(editor.file, 'utf8'))}</pre>`
    : `<p>${texts.noFile}</p>`;
  const inside = `<p><code class="verbatim">${escaped(editor.file)}</code></p>${postForm(pathOfPart('file'), {}, form)}${back}<h2>${texts.content}</h2>${shown}`;
  return setupFrame(facts, 'file', inside);
}
