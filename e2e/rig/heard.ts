import type { Page } from '@playwright/test';

/** Notes each text that comes into a place whose changes are read aloud, in order. @returns those so far */
export async function noteAloud(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    (globalThis as unknown as { heard: string[] }).heard = heard;
    const places = '[aria-live]:not([aria-live=off]), output, [role=status], [role=alert], [role=log]';
    const placeOf = (node: Node): Element | null =>
      (node instanceof Element ? node : node.parentElement)?.closest(places) ?? null;
    const textIn = (node: Node): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData' && placeOf(target)) heard.push(textIn(placeOf(target) ?? target));
        for (const node of addedNodes) if (placeOf(node) && textIn(node) !== '') heard.push(textIn(node));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
}

/** Roles that are one stop of a screen reader with all that is in them. */
const STOPS = /^(?:link|button|textbox|heading|checkbox|switch|radio|combobox|DisclosureTriangle|progressbar)$/;
/** Roles at whose edge a text ends: what follows is another stop. */
const EDGES = /^(?:paragraph|listitem|list|status|alert|log|region|banner|main|term|definition|group)$/;

/** Returns the stops of a screen reader on the page as it stands, in order, from the browser's tree of it: times of the clock are left out. */
export async function stopsOf(page: Page): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const stops: string[] = [];
  let text = '';
  function end(): void {
    const whole = text.replace(/\s+/g, ' ').trim();
    if (/[\p{L}\p{N}]/u.test(whole)) stops.push(`text: ${whole}`);
    text = '';
  }
  function visit(id: string): void {
    const node = byId.get(id);
    if (!node) return;
    const role = String(node.role?.value);
    const [name, description] = [node.name, node.description].map((one) => String(one?.value ?? '').trim());
    if (!node.ignored && role === 'StaticText') {
      text += name === '' ? ' ' : `${String(node.name?.value)} `;
      return;
    }
    const isStop = !node.ignored && STOPS.test(role);
    const isEdge = isStop || (!node.ignored && EDGES.test(role));
    if (isEdge) end();
    if (isStop)
      stops.push(
        `${role === 'DisclosureTriangle' ? 'fold' : role}: ${[name, description].filter(Boolean).join(' — ')}`,
      );
    else for (const child of node.childIds ?? []) visit(child);
    if (isEdge) end();
  }
  if (nodes[0]) visit(nodes[0].nodeId);
  end();
  return stops.map((stop) => stop.replace(/\d\d:\d\d(?::\d\d)?/g, '…').replace(/\s+/g, ' '));
}
