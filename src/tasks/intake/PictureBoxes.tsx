import type { RefObject } from 'react';
import type { SeenCode } from '#scan/camera/agreement.ts';
import type { Point } from '#scan/vision/luma.ts';
import { createShown } from '#contract/listeners.ts';
import { useView } from '#tasks/task/handheld.ts';

/** A code in the picture, with its state: taken, offered, or only seen. */
export interface PictureCode extends SeenCode {
  readonly state: 'taken' | 'offered' | 'seen';
}

export type Picture = ReturnType<typeof createPicture>;

/** The picture's codes, which change with each frame. */
export function createPicture() {
  return createShown<readonly PictureCode[]>([]);
}

/** A finger's width, in pixels. */
const LEAST_TARGET = 48;

interface PictureBoxesProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly picture: Picture;
  readonly onTake: (code: SeenCode) => void;
}

/** A box around each code of the camera's picture; those offered are buttons. */
export function PictureBoxes({ video, picture, onTake }: PictureBoxesProps) {
  const codes = useView(picture);
  if (!video.current || codes.length === 0) return null;
  const placeOf = coverOf(sizeOf(video.current), {
    width: video.current.videoWidth,
    height: video.current.videoHeight,
  });
  return (
    <>
      <svg className="camera-boxes" aria-hidden="true">
        {codes.map(({ scan, corners, state }) => (
          <polygon
            key={scan.text}
            data-state={state}
            points={corners
              .map(placeOf)
              .map(({ x, y }) => `${x},${y}`)
              .join(' ')}
          />
        ))}
      </svg>
      {codes
        .filter(({ state }) => state === 'offered')
        .map((code) => (
          <button
            type="button"
            className="camera-box"
            key={code.scan.text}
            aria-label={code.scan.text}
            style={targetOf(code.corners.map(placeOf), sizeOf(video.current!))}
            onClick={() => onTake(code)}
          />
        ))}
    </>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf({ clientWidth, clientHeight }: HTMLVideoElement): Size {
  return { width: clientWidth, height: clientHeight };
}

/** Returns a function from a place in a picture to the one in the element that it covers: `object-fit: cover`, about the middle. */
export function coverOf(element: Size, picture: Size): (place: Point) => Point {
  const scale = Math.max(element.width / picture.width, element.height / picture.height);
  return ({ x, y }) => ({
    x: element.width / 2 + (x - 0.5) * picture.width * scale,
    y: element.height / 2 + (y - 0.5) * picture.height * scale,
  });
}

/** Returns the place that a tap may hit: all that is around the corners, large enough for a finger, inside the element. */
export function targetOf(corners: readonly Point[], element: Size) {
  const [left, width] = spanOf(
    corners.map(({ x }) => x),
    element.width,
  );
  const [top, height] = spanOf(
    corners.map(({ y }) => y),
    element.height,
  );
  return { left, top, width, height };
}

function spanOf(places: readonly number[], end: number): readonly [from: number, long: number] {
  const [least, most] = [Math.max(0, Math.min(...places)), Math.min(end, Math.max(...places))];
  const long = Math.max(LEAST_TARGET, most - least);
  return [Math.max(0, Math.min(end - long, (least + most - long) / 2)), long];
}
