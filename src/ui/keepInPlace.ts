/** A thumb may be on its way so long, and what a press asked for may come so long after it. */
const THUMB_MS = 500;
const CONTROLS = 'button, a[href], input, select, textarea, summary';

/** Whatever changes over them while nobody pressed anything: what can be tapped keeps its place on the screen. What came is scrolled to by whoever looks for it. */
export function keepInPlace(body: HTMLElement): () => void {
  let stood: (readonly [control: Element, top: number])[] = [];
  let pressedAt = performance.now(); // what a new screen begins with was asked for

  function note(): void {
    const { top, bottom } = body.getBoundingClientRect();
    stood = [...body.querySelectorAll(CONTROLS)].flatMap((control) => {
      const box = control.getBoundingClientRect();
      return box.height > 1 && box.top >= top && box.bottom <= bottom ? [[control, box.top] as const] : [];
    });
  }
  function mend(): void {
    if (performance.now() - pressedAt > THUMB_MS) {
      const [control, top] = stood.find(([one]) => one.isConnected && one.getClientRects().length > 0) ?? [];
      if (control && top !== undefined) scrollBy(control.getBoundingClientRect().top - top);
    }
    note();
  }
  /** Scrolls by so much, and where there is not so much to scroll, makes room for it at that end. */
  function scrollBy(way: number): void {
    if (Math.abs(way) < 1) return;
    const { scrollTop, scrollHeight, clientHeight } = body;
    const above = -Math.min(0, scrollTop + way);
    const below = Math.max(0, scrollTop + way - (scrollHeight - clientHeight));
    addRoom('paddingTop', above);
    addRoom('paddingBottom', below);
    body.scrollTop = scrollTop + way + above;
  }
  function addRoom(side: 'paddingTop' | 'paddingBottom', room: number): void {
    if (room > 0) body.style[side] = `${Number.parseFloat(getComputedStyle(body)[side]) + room}px`;
  }
  function press(): void {
    pressedAt = performance.now();
  }

  const changes = new MutationObserver(mend); // before the change is drawn
  changes.observe(body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['open', 'class'],
  });
  const passive = { capture: true, passive: true } as const;
  for (const type of ['pointerdown', 'pointerup', 'keydown']) addEventListener(type, press, passive);
  body.addEventListener('scroll', note, { passive: true });
  addEventListener('resize', note);
  note();
  return () => {
    changes.disconnect();
    for (const type of ['pointerdown', 'pointerup', 'keydown']) removeEventListener(type, press, passive);
    body.removeEventListener('scroll', note);
    removeEventListener('resize', note);
  };
}
