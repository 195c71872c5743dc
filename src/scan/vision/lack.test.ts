import { expect, test } from 'vitest';
import { lackOf } from './lack.ts';
import { bandsOf } from './locate.ts';
import type { Luma } from './luma.ts';

const [WIDTH, HEIGHT] = [640, 480];
/** Widths of bars and of what is between them, in modules, as a Code 128 has them. */
const widths = [2, 1, 1, 2, 3, 2, 1, 3, 1, 1, 3, 2, 2, 2, 1, 1, 2, 3, 1, 2, 1, 3, 2, 2, 1, 1, 4, 1];
const modules = widths.flatMap((wide, at) => Array.from({ length: 2 * wide }, () => at % 2 === 0)); // of half a module

interface Held {
  /** Pixels of a module; 0 for no label. */
  readonly module: number;
  readonly turned?: number;
  readonly ink?: number;
  readonly paper?: number;
  /** Place of the label's middle, from that of the picture. */
  readonly right?: number;
}

/** Three rows of bars beside each other, twenty modules high, as a camera takes them. */
function held({ module, turned = 0, ink = 30, paper = 210, right = 0 }: Held): Luma {
  const [dx, dy] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const all = [...modules, ...modules, ...modules];
  const isInk = (x: number, y: number): boolean => {
    const [along, across] = [(x * dx + y * dy) / module, (y * dx - x * dy) / module];
    return Math.abs(across) < 20 && all[Math.floor(2 * along + all.length / 2)] === true;
  };
  const parts = [0.125, 0.375, 0.625, 0.875]; // of a pixel
  const data = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [(at % WIDTH) - WIDTH / 2 - right, Math.floor(at / WIDTH) - HEIGHT / 2];
    const dark = module > 0 ? parts.flatMap((part) => parts.filter((down) => isInk(x + part, y + down))) : [];
    return paper - ((paper - ink) * dark.length) / parts.length ** 2;
  });
  return { data, width: WIDTH, height: HEIGHT };
}

/** One row of a hundred is a lamp. */
function lampIn(picture: Luma): Luma {
  return { ...picture, data: picture.data.map((grey, at) => (at % (100 * WIDTH) < WIDTH ? 255 : grey)) };
}

test.each<[what: string, picture: Luma, lack: string | undefined]>([
  ['bars in the dark', held({ module: 3, ink: 8, paper: 50 }), 'dim'],
  ['nothing in the dark', held({ module: 0, paper: 20 }), 'dim'],
  ['a lamp in the dark', lampIn(held({ module: 0, paper: 20 })), 'dim'],
  ['small bars in the dark: they are seen by their light', held({ module: 1.3, ink: 8, paper: 50 }), 'dim'],
  ['small bars', held({ module: 1.3 }), 'small'],
  ['small bars that are turned', held({ module: 1.3, turned: 30 }), 'small'],
  ['small bars at the edge, which a zoom would lose', held({ module: 1.3, right: 250 }), undefined],
  ['bars of a readable size', held({ module: 3 }), undefined],
  ['bars of a readable size in poor light', held({ module: 3, ink: 40, paper: 100 }), undefined],
  ['turned bars', held({ module: 3, turned: 40 }), undefined],
  ['a bright empty picture', held({ module: 0 }), undefined],
  ['no picture', { data: new Uint8Array(), width: 0, height: 0 }, undefined],
])('of a picture of %s is said what it lacks', (_, picture, lack) => {
  bandsOf(picture); // bars are looked for where they are read
  expect(lackOf(picture, 'small')).toBe(lack);
});

test.each<[before: 'dim' | 'small' | undefined, picture: Luma, lack: string | undefined]>([
  ['small', held({ module: 0 }), 'small'],
  ['dim', held({ module: 0 }), undefined],
  ['small', held({ module: 0, paper: 20 }), 'dim'],
  [undefined, held({ module: 1.3 }), undefined],
])(
  'after one that lacked %s a picture lacks the same where its bars were not looked for, but light is seen',
  (before, picture, lack) => {
    expect(lackOf(picture, before)).toBe(lack);
  },
);
