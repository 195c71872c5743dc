/** A time such as `2026-11-22 04:43:09 UTC`; `viewerTime.js` shows it in the viewer's zone. @returns HTML. @param at - Unix ms. */
export function timeOf(at: number): string {
  const text = new Date(at).toISOString().slice(0, 19);
  return `<time datetime="${text}Z">${text.replace('T', ' ')} UTC</time>`;
}
