import { type Decoder, openDecoder } from '#scan/decode/decoder.ts';
import type { CameraFrame } from '#scan/decode/messages.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import { type FrameSource, createFrameSource } from '#scan/camera/frames.ts';

/** Manner of a decoder of the lab: answers at once, when told to, never, or fails; or is the product's own. */
export type Manner = 'answers' | 'waits' | 'is silent' | 'throws' | 'is real';

/** A decoder that notes what it is given. */
export interface Noted {
  manner: Manner;
  readonly kinds: string[];
  readonly sizes: string[];
  /** Microseconds of the camera's clock, where frames have one. */
  readonly timestamps: number[];
  underWay: number;
  mostUnderWay: number;
  isClosed: boolean;
  isDead: boolean;
}

/** Handle of the page for a test of the frame source: it runs in the browser. */
export interface FramesLab {
  /** The first decoder, and those that replaced it. */
  readonly decoders: Noted[];
  /** Pictures that the camera gave. */
  pictures: number;
  readonly frames: { opened: number; closed: number };
  readonly told: { frames: number; lost: number; failed: string[] };
  source?: FrameSource;
  /** Turns the camera on and begins. @param next - how the decoders behave that replace the first. @default as the first one does */
  open(manner: Manner, next?: Manner, size?: { readonly width: number; readonly height: number }): Promise<void>;
  /** Lets the decoders that wait answer. */
  answer(): void;
  endCamera(): void;
}

declare global {
  interface Window {
    framesLab: FramesLab;
  }
}

const video = document.querySelector('video') as HTMLVideoElement;
let waiting: (() => void)[] = [];

const Real = globalThis.VideoFrame as typeof VideoFrame | undefined;
if (Real) {
  const Counted = class extends Real {
    constructor(source: HTMLVideoElement) {
      super(source);
      lab.frames.opened += 1;
    }
    override close(): void {
      if (this.format !== null) lab.frames.closed += 1; // a closed one has none
      super.close();
    }
  };
  Object.assign(globalThis, { VideoFrame: Counted });
}

async function decoderOf(manner: Manner): Promise<Decoder> {
  if (manner === 'is real') return openDecoder(warehouseRules);
  const noted: Noted = {
    manner,
    kinds: [],
    sizes: [],
    timestamps: [],
    underWay: 0,
    mostUnderWay: 0,
    isClosed: false,
    isDead: false,
  };
  lab.decoders.push(noted);
  return {
    async decode(frame) {
      note(noted, frame);
      try {
        if (noted.manner === 'throws') throw new Error('it fell');
        if (noted.manner === 'waits') await new Promise<void>((resolve) => waiting.push(resolve));
        if (noted.manner === 'is silent') await new Promise<void>(() => undefined);
        return { reads: [], laps: 0 };
      } finally {
        noted.underWay -= 1;
      }
    },
    close({ isDead = false } = {}) {
      noted.isClosed = true;
      noted.isDead = isDead;
    },
  };
}

function note(noted: Noted, frame: CameraFrame): void {
  noted.kinds.push(Object.prototype.toString.call(frame).slice('[object '.length, -1));
  const [width, height] =
    'displayWidth' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
  noted.sizes.push(`${width}×${height}`);
  if ('timestamp' in frame) noted.timestamps.push(frame.timestamp);
  noted.underWay += 1;
  noted.mostUnderWay = Math.max(noted.mostUnderWay, noted.underWay);
}

const lab: FramesLab = {
  decoders: [],
  pictures: 0,
  frames: { opened: 0, closed: 0 },
  told: { frames: 0, lost: 0, failed: [] },
  async open(manner, next, size = { width: 640, height: 480 }) {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: size });
    await video.play();
    const { told } = lab;
    lab.source = createFrameSource(video, () => decoderOf(lab.decoders.length > 0 && next ? next : manner), {
      onFrame: () => void (told.frames += 1),
      onLost: () => void (told.lost += 1),
      onFailed: (error) => void told.failed.push(error instanceof Error ? error.message : String(error)),
    });
    await lab.source.start();
    countPictures();
  },
  answer() {
    for (const resolve of waiting) resolve();
    waiting = [];
  },
  endCamera() {
    for (const track of (video.srcObject as MediaStream).getTracks()) track.stop();
  },
};

/** By the count of the video itself: the way by which the source hears of pictures may be taken away. */
function countPictures(): void {
  let seen = 0;
  setInterval(() => {
    const { totalVideoFrames } = video.getVideoPlaybackQuality();
    lab.pictures += Math.max(0, totalVideoFrames - seen);
    seen = totalVideoFrames;
  }, 10);
}

window.framesLab = lab;
