import { type PageFacts, escaped, field, postForm } from '#gateway/pages/page.ts';
import { SETUP, pathOfPart, setupFrame } from './setupFrame.ts';

/** Puts the file before back. */
export const TAKE_BACK = `${SETUP}/back`;

/** What is known of the site's file. */
export interface FileView {
  readonly path: string;
  readonly name: string;
  /** As it stands there; absent: there is none. */
  readonly content?: string | undefined;
  readonly hasBefore: boolean;
}

/** The site's file as it is, its name, and the way back. */
export function filePage(facts: PageFacts, { path, name, content, hasBefore }: FileView): string {
  const texts = facts.words.setup;
  const form = `${field(texts.name, 'name', { value: name, maxlength: 200 })}<button class="primary">${texts.keep}</button>`;
  const back = hasBefore ? `<p>${texts.backHint}</p>${postForm(TAKE_BACK, {}, `<button>${texts.back}</button>`)}` : '';
  const shown = content === undefined ? `<p>${texts.noFile}</p>` : `<pre class="verbatim">${escaped(content)}</pre>`;
  const inside = `<p><code class="verbatim">${escaped(path)}</code></p>${postForm(pathOfPart('file'), {}, form)}${back}<h2>${texts.content}</h2>${shown}`;
  return setupFrame(facts, 'file', inside);
}
