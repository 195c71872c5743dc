import { BrowserMultiFormatReader } from '@zxing/browser';
import type { Said } from './lap.ts';
import { type Rival, lookBy } from './rivals.ts';
import { slower } from './slower.ts';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import { type Decoder, openDecoder } from '#scan/decode/decoder.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import { createFrameSource } from '#scan/camera/frames.ts';
import { CLIP_FRAMES, FRAMES_PER_SECOND, STAMP_BITS, STAMP_CELL } from './videoScene.ts';

/** Reader that is tried: the product's own path, or @zxing/browser as its documentation has it; or nobody, for comparison. */
export type Side = 'product' | 'documented' | 'nobody';

/** One run over one playing of the clip. Times are milliseconds of the page's clock. */
export interface Run {
  /** Accepted codes, in order. */
  readonly reads: readonly { readonly text: string; readonly atMs: number }[];
  /** The frames that were seen: number in the clip, and when the camera took it. */
  readonly frames: readonly (readonly [index: number, takenMs: number])[];
  /** Times that a frame was looked at. */
  readonly attempts: number;
  /** Main-thread tasks of 50 ms and more, as the page itself is told. */
  readonly longTasks: readonly number[];
}

interface Reader {
  stop(): void;
  attempts(): number;
}

const video = document.querySelector('video') as HTMLVideoElement;

const note = document.querySelector('#key') as HTMLInputElement;
const shown = document.body.appendChild(document.createElement('p'));

const keys = new Map<number, number>();

const bench = {
  /** A photo as a camera frame would show it, in grey. @returns base64. */
  async grey(
    url: string,
    boxWidth: number,
    boxHeight: number,
  ): Promise<{ luma: string; width: number; height: number }> {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(1, boxWidth / image.naturalWidth, boxHeight / image.naturalHeight);
    const [width, height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    let luma = '';
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      luma += String.fromCodePoint(Math.round((red * 299 + green * 587 + blue * 114) / 1_000));
    }
    return { luma: btoa(luma), width, height };
  },

  /** Shows a grey picture to a rival. @param luma - base64. */
  look(by: Rival, luma: string, width: number, height: number): Promise<Said> {
    const pixels = atob(luma);
    const image = new ImageData(width, height);
    const colours = new Uint32Array(image.data.buffer);
    for (let at = 0; at < colours.length; at += 1) colours[at] = 0xff_00_00_00 | (pixels.charCodeAt(at) * 0x01_01_01);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext('2d', { willReadFrequently: true })?.putImageData(image, 0, 0);
    return lookBy(by, canvas);
  },

  /**
   * Loads everything and turns the camera on, which begins a clip: what is measured later is reading alone.
   *
   * @param times - how many times slower the worker is.
   */
  async prepare(side: Side, rules: ReadingRules, times: number): Promise<void> {
    if (side === 'product') product = { rules, decoder: slower(await openDecoder(rules), times) };
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } });
    await video.play();
  },

  /** Waits for the clip to begin, reads until the first code is accepted or the clip ends. */
  async read(side: Side): Promise<Run> {
    const frames: [number, number][] = [];
    const reads: { text: string; atMs: number }[] = [];
    const longTasks: number[] = [];
    const watch = new PerformanceObserver((list) => {
      longTasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    let reader: Reader | undefined;
    await new Promise<void>((resolve) => {
      let last = Number.POSITIVE_INFINITY;
      const look = (_now: number, { captureTime, presentationTime }: VideoFrameCallbackMetadata): void => {
        void indexOf(video).then((index) => {
          if (index === undefined) return;
          if (!reader && index < FRAMES_PER_SECOND / 2) {
            watch.observe({ type: 'longtask' });
            reader = start(side, (text) => {
              reads.push({ text, atMs: performance.now() });
            });
          } else if (reader && index < last) resolve();
          if (!reader) return;
          last = index;
          frames.push([index, captureTime ?? presentationTime]);
          if (index === CLIP_FRAMES - 1) resolve();
        });
        video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback(look);
    });
    reader?.stop();
    longTasks.push(...watch.takeRecords().map(({ duration }) => duration));
    watch.disconnect();
    return { reads, frames, attempts: reader?.attempts() ?? 0, longTasks };
  },

  /** Reads without end, while someone types. @param side - nobody needs no camera. */
  readOn(side: Side): void {
    start(side, () => undefined);
    note.addEventListener('input', () => void (shown.textContent = note.value));
    note.focus();
  },

  /** Measures what is typed from now on. */
  watchKeys(): void {
    note.value = '';
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId > 0) keys.set(interactionId, Math.max(duration, keys.get(interactionId) ?? 0));
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  },

  /**
   * Returns what was typed, and how long it took from each key to the next paint, in milliseconds. The browser counts in steps of
   * 8 ms and leaves out what took less than 16.
   */
  typed(): { readonly text: string; readonly slow: readonly number[] } {
    return { text: note.value, slow: [...keys.values()] };
  },
};

/** The number that a frame bears. */
async function indexOf(source: HTMLVideoElement): Promise<number | undefined> {
  const frame = new VideoFrame(source);
  try {
    const width = STAMP_CELL * (STAMP_BITS + 2);
    const rect = { x: 0, y: frame.codedHeight - STAMP_CELL, width, height: STAMP_CELL };
    const bytes = new Uint8Array(frame.allocationSize({ rect }));
    const [plane] = await frame.copyTo(bytes, { rect });
    const { offset, stride } = plane ?? { offset: 0, stride: width };
    const cell = (at: number): number =>
      bytes[offset + (STAMP_CELL / 2) * stride + at * STAMP_CELL + STAMP_CELL / 2] ?? 0;
    const middle = (cell(0) + cell(1)) / 2;
    let index = 0;
    for (let bit = 0; bit < STAMP_BITS; bit += 1) if (cell(bit + 2) > middle) index += 2 ** bit;
    return index;
  } finally {
    frame.close();
  }
}

/** Worker and WebAssembly are there before the first frame. */
let product: { readonly rules: ReadingRules; readonly decoder: Decoder } | undefined;

function start(side: Side, onRead: (text: string) => void): Reader {
  switch (side) {
    case 'product':
      return scanning(onRead);
    case 'documented':
      return documented(onRead);
    case 'nobody':
      return { stop: () => undefined, attempts: () => 0 };
  }
}

function scanning(onRead: (text: string) => void): Reader {
  let attempts = 0;
  let sight = nothingSeen;
  if (!product) throw new Error('not prepared');
  const { rules, decoder } = product;
  const loop = createFrameSource(video, async () => decoder, {
    onFrame(seen, atMs) {
      attempts += 1;
      const judged = judgeFrame(sight, seen, atMs, rules);
      sight = judged.sight;
      for (const { text } of judged.accepted) onRead(text);
    },
    onLost: () => undefined,
    onFailed: (error) => {
      throw error;
    },
  });
  void loop.start();
  return { stop: () => loop.stop(), attempts: () => attempts };
}

/** As the documentation has it: new reader, no hints, the video element. */
function documented(onRead: (text: string) => void): Reader {
  let attempts = 0;
  let isStopped = false;
  const starting = new BrowserMultiFormatReader().decodeFromVideoElement(video, (result, _error, controls) => {
    attempts += 1;
    if (isStopped) controls.stop();
    else if (result) onRead(result.getText());
  });
  return {
    stop() {
      isStopped = true;
      void starting.then((controls) => controls.stop());
    },
    attempts: () => attempts,
  };
}

export type VideoBench = typeof bench;
Object.assign(globalThis, { bench });
