import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import { type Camera, type CameraFacts, type StartCameraOptions, startCamera } from '#scan/camera/camera.ts';
import { CameraError } from '#scan/camera/cameraError.ts';
import { openDecoder } from '#scan/decode/decoder.ts';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { type ReadingRules, warehouseRules } from '#scan/decode/formats.ts';
import type { Scan } from '#scan/scan.ts';
import { type WedgeProfile, defaultWedgeProfile } from '#scan/wedge/profile.ts';
import { startWedge } from '#scan/wedge/wedge.ts';

/** Handle of the scan lab's page for a test: it runs in the browser. */
export interface Lab {
  readonly scans: Scan[];
  /** Texts that each split pull brought, as last told. */
  readonly splits: Map<Scan, readonly string[]>;
  readonly buffers: string[];
  readonly clicks: string[];
  readonly states: string[];
  readonly problems: string[];
  blanks: number;
  altered: number;
  /** Milliseconds that every scan keeps the page busy. */
  busyMs: number;
  profile: WedgeProfile;
  camera?: Camera;
  /** Facts that the camera told last. */
  facts?: CameraFacts;
  /** Resolves with the first picture. @throws CameraError where there is none at first. */
  startCamera(options?: Partial<StartCameraOptions>): Promise<void>;
  /** Returns what the camera would accept of a photo that it sees for some time, drawn into a frame of 1280×720. */
  decodePhoto(url: string, shown?: Shown): Promise<FrameRead | undefined>;
  /** The same of grey pixels. @param luma - one byte each, base64. */
  decodeGrey(luma: string, width: number, height: number, shown?: Shown): Promise<FrameRead | undefined>;
}

/** Way in which a picture is shown to the decoder. */
export interface Shown {
  readonly rules?: ReadingRules;
  readonly as?: keyof typeof handedOver;
}

declare global {
  interface Window {
    lab: Lab;
  }
}

/** A field that React controls, as the app's are: what React did not hear of, it undoes. */
function Weight() {
  const [weight, setWeight] = useState('');
  const [changes, setChanges] = useState(0);
  return createElement(
    'label',
    { 'data-weight': weight, 'data-changes': changes, id: 'state' },
    'Weight',
    createElement('input', {
      id: 'weight',
      inputMode: 'decimal',
      value: weight,
      onChange: (event: { target: { value: string } }) => {
        setWeight(event.target.value);
        setChanges((before) => before + 1);
      },
    }),
  );
}

function element(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`#${id}`);
  if (!found) throw new Error(`the lab has no ${id}`);
  return found;
}

function frameOf(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context) draw(context);
  return canvas;
}

const allFormats: ReadingRules = { formats: barcodeFormats, itfLengths: [8, 10, 12, 14, 16, 18, 20] };
/** A picture that is never tried in every way would be shown for ever. */
const MOST_FRAMES = 600;

/** Shows one picture again and again, as a camera that is held still does, until it was looked at in every way. */
async function accepted(
  still: HTMLCanvasElement,
  { rules = allFormats, as = 'ImageBitmap' }: Shown = {},
): Promise<FrameRead | undefined> {
  const decoder = await openDecoder(rules);
  let sight = nothingSeen;
  try {
    for (let [frame, laps] = [0, 0]; frame < MOST_FRAMES && laps === 0; frame += 1) {
      const seen = await decoder.decode(await handedOver[as](still));
      ({ laps } = seen);
      const judged = judgeFrame(sight, seen, frame * 33, rules);
      sight = judged.sight;
      if (judged.accepted.length > 0) return judged.accepted[0];
    }
    return undefined;
  } finally {
    decoder.close();
  }
}

const handedOver = {
  ImageBitmap: (still: HTMLCanvasElement) => createImageBitmap(still),
  VideoFrame: async (still: HTMLCanvasElement) => new VideoFrame(still, { timestamp: 0 }),
  ImageData: async (still: HTMLCanvasElement) => pixelsOf(still),
  /** As most cameras give them: a plane of grey, and two of colours. */
  planes: async (still: HTMLCanvasElement) => {
    const { data, width, height } = pixelsOf(still);
    const planes = new Uint8Array((width * height * 3) / 2).fill(128);
    for (let at = 0; at < width * height; at += 1) planes[at] = data[4 * at]!;
    return new VideoFrame(planes, { format: 'I420', codedWidth: width, codedHeight: height, timestamp: 0 });
  },
};

function pixelsOf(still: HTMLCanvasElement): ImageData {
  const context = still.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context.getImageData(0, 0, still.width, still.height);
}

startWedge({
  document,
  now: () => Date.now(),
  profile: () => lab.profile,
  onScan(scan) {
    lab.scans.push(scan);
    for (const end = performance.now() + lab.busyMs; performance.now() < end;);
  },
  onSplit({ first, texts }) {
    if (lab.scans.includes(first)) lab.scans.splice(lab.scans.indexOf(first), 1);
    lab.splits.set(first, texts);
  },
  onBuffer: (text) => void lab.buffers.push(text),
  onAltered: () => void (lab.altered += 1),
  onBlank: () => void (lab.blanks += 1),
});

const lab: Lab = {
  scans: [],
  splits: new Map(),
  buffers: [],
  clicks: [],
  states: [],
  problems: [],
  blanks: 0,
  altered: 0,
  busyMs: 0,
  profile: defaultWedgeProfile,
  startCamera: (options = {}) =>
    new Promise((resolve, reject) => {
      lab.camera = startCamera({
        rules: warehouseRules,
        deviceId: undefined,
        ...options,
        video: element('video') as HTMLVideoElement,
        onCodes: (codes) => void lab.scans.push(...codes.flatMap(({ scan, isNew }) => (isNew ? scan : []))),
        onView({ state, problem, facts }) {
          if (facts) lab.facts = facts;
          if (state && !problem) lab.states.push(state);
          if (state === 'ready') resolve();
          if (!problem) return;
          lab.problems.push(problem);
          reject(new CameraError(problem));
        },
      });
    }),
  async decodePhoto(url, shown) {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(1, 1280 / image.naturalWidth, 720 / image.naturalHeight);
    const [width, height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)];
    return accepted(
      frameOf(width, height, (context) => context.drawImage(image, 0, 0, width, height)),
      shown,
    );
  },
  async decodeGrey(luma, width, height, shown) {
    const bytes = atob(luma);
    const pixels = new Uint8ClampedArray(width * height * 4);
    for (let at = 0; at < bytes.length; at += 1) {
      pixels.fill(bytes.charCodeAt(at), at * 4, at * 4 + 3);
      pixels[at * 4 + 3] = 255;
    }
    const image = new ImageData(pixels, width, height);
    return accepted(
      frameOf(width, height, (context) => context.putImageData(image, 0, 0)),
      shown,
    );
  },
};

for (const id of ['act', 'link', 'list']) {
  for (const type of ['click', 'keydown', 'change']) {
    element(id).addEventListener(type, () => void lab.clicks.push(`${id} ${type}`));
  }
}
element('form').addEventListener('submit', (event) => {
  event.preventDefault();
  lab.clicks.push('form submit');
});
createRoot(element('react')).render(createElement(Weight));
element('sink').focus();
window.lab = lab;
