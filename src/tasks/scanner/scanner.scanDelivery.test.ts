import { expect, test } from 'vitest';
import { createScanDelivery } from './scanner.ts';

function rig(isOpening = true) {
  const heard: string[] = [];
  const unclaimed: string[] = [];
  const document = { querySelector: () => null } as unknown as Document;
  const delivery = createScanDelivery(
    document,
    () => isOpening,
    ({ text }, isKept) => unclaimed.push(isKept ? `${text} kept` : text),
  );
  const listen = (): (() => void) =>
    delivery.listen({
      onScan: ({ text }) => heard.push(text),
      onBlank: () => undefined,
      onAltered: () => undefined,
      onSplit: ({ texts }) => heard.push(`split ${texts.join('|')}`),
    });
  return { delivery, heard, unclaimed, listen };
}
const first = { text: 'PN:7781', source: 'wedge', at: Date.now() } as const;
const split = { first, texts: ['PN:7781', 'QTY:5'], before: [] };

test('of the scans of a start, one that was split is no scan for the screen that comes, and it is told', () => {
  const { delivery, heard, listen } = rig();
  delivery.start(() => {
    delivery.put(first);
    delivery.putSplit(split);
    delivery.put({ text: 'D-1', source: 'wedge', at: Date.now() });
  });
  listen();
  expect(heard).toEqual(['split PN:7781|QTY:5', 'D-1']);
});

test('what came too soon before it for a hand is no scan for the screen that comes either', () => {
  const { delivery, heard, listen } = rig();
  const before = [{ text: 'D-9', source: 'wedge', at: Date.now() } as const];
  delivery.start(() => {
    delivery.put(before[0] ?? first);
    delivery.put(first);
    delivery.putSplit({ ...split, before });
  });
  listen();
  expect(heard).toEqual(['split PN:7781|QTY:5']);
});

test('a screen that was there from the start gets the scan first, and then that it is none', () => {
  const { delivery, heard, listen } = rig();
  listen();
  delivery.start(() => {
    delivery.put(first);
    delivery.putSplit(split);
  });
  expect(heard).toEqual(['PN:7781', 'split PN:7781|QTY:5']);
});

test('a scan that no screen takes is told of; one of the start as kept, and the first screen that takes scans gets that', () => {
  const { delivery, heard, unclaimed, listen } = rig(false);
  delivery.start(() => delivery.put({ text: 'D-1', source: 'wedge', at: 0 }));
  delivery.put({ text: 'D-2', source: 'wedge', at: 0 });
  expect(unclaimed).toEqual(['D-1 kept', 'D-2']);
  listen();
  expect(heard).toEqual(['D-1']);
});
