import { describe, expect, test } from 'vitest';
import { type LabelRead, curvesOf } from './curves.ts';
import { HEIGHT, type Seen, WIDTH, drawLabel } from './labelScene.ts';

const read = (level: number, outcome: LabelRead['outcome'], part: Partial<LabelRead> = {}): LabelRead => ({
  format: 'EAN13',
  axis: 'turned',
  level,
  outcome,
  ...part,
});

test('a step says what was read of a hundred, and which formats were not read at all', () => {
  const reads = [read(0, 'right'), read(0, 'right'), read(45, 'right'), read(45, 'missed', { format: 'ITF' })];
  expect(curvesOf(reads).lines).toEqual(['turned   0: 100 % · 45: 50 % (no ITF)']);
});

test('turned labels are compared with upright ones, and what was read wrong is named, and counted as not read', () => {
  const misread = 'EAN13 1 read as 2';
  const { turned, wrong } = curvesOf([read(0, 'right'), read(15, 'right'), read(30, 'wrong', { misread })]);
  expect([turned, wrong]).toEqual([0.5, [misread]]);
});

describe('a label', () => {
  const flat: Seen = { turned: 0, aslant: 0, curved: 0, module: 10, blur: 0, noise: 0, covered: 0, glare: 0 };
  const label = { rows: ['10001'], rowHeight: 20 };
  const inkOf = (seen: Partial<Seen>): number[] => {
    const grey = drawLabel(label, { ...flat, ...seen }, 1);
    const middle = grey.subarray((HEIGHT / 2) * WIDTH, (HEIGHT / 2 + 1) * WIDTH);
    return [...middle].flatMap((value, at) => (value < 60 && !(middle[at - 1]! < 60) ? [at - WIDTH / 2] : []));
  };

  test('has its bars where they are printed', () => {
    expect(inkOf({})).toEqual([-25, 15]);
  });

  test('has them nearer to each other aslant, around a bottle and far away', () => {
    for (const seen of [{ aslant: 50 }, { curved: 60 }, { module: 5 }]) {
      const [left = 0, right = 0] = inkOf(seen);
      expect(right - left).toBeLessThan(36);
    }
  });

  test('is the same for the same seed', () => {
    const noisy = { ...flat, noise: 20, glare: 0.3, blur: 1 };
    expect(drawLabel(label, noisy, 3)).toEqual(drawLabel(label, noisy, 3));
    expect(drawLabel(label, noisy, 3)).not.toEqual(drawLabel(label, noisy, 4));
  });
});
