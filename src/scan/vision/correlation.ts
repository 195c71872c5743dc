/** Returns Pearson's correlation of two rows of values, from -1 to 1; 0 where one of the two is even. */
export function correlation(many: number, one: (at: number) => number, other: (at: number) => number): number {
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let at = 0; at < many; at += 1) {
    const [a, b] = [one(at), other(at)];
    x += a;
    y += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  const spread = (xx - (x * x) / many) * (yy - (y * y) / many);
  return spread > 0 ? (xy - (x * y) / many) / Math.sqrt(spread) : 0;
}
