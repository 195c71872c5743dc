/** A place in a picture: in pixels, or in parts of its width and its height from 0 to 1, as its owner says. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A grey picture, one byte for each pixel, rows without gaps. */
export interface Luma {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Returns where a place of it lies in the picture that it was made of, both in pixels. @default in the same place */
  readonly placeOf?: (place: Point) => Point;
  /** Makes the same picture with more pixels, where the frame has them: too many to look at them each time. */
  readonly finer?: () => Luma;
  /** Pixels of a finer picture's side, for each of the whole picture's. @default 1 */
  readonly scale?: number;
  /** The place of the last code, in parts of it: what lies there is looked at first. @default nothing was read lately */
  readonly near?: Point | undefined;
}
