import bwipjs from 'bwip-js/node';

/** A camera that the page is told of. */
export interface FakeCamera {
  readonly deviceId: string;
  readonly facing?: 'environment' | 'user';
  /** The Code 128 that it sees. @default nothing that can be read */
  readonly code?: string;
  readonly hasTorch?: boolean;
  /** The farthest that it zooms. */
  readonly zoom?: number;
  /** Without its light it sees next to nothing. */
  readonly isDark?: boolean;
  /** Without zoom the code has too few pixels. */
  readonly isFar?: boolean;
}

/** Handle of a test on the cameras: it runs in the page. */
export interface CameraRig {
  /** Constraints of every getUserMedia so far. */
  readonly asked: MediaTrackConstraints[];
  /** Calls of getUserMedia that ran at once at most. */
  readonly most: number;
  /** Cameras whose stream is open now. */
  live(): string[];
  /** Returns what was last set on an open camera. */
  settings(deviceId: string): { torch?: boolean; zoom?: number };
  /** Holds another code before every camera that can read, or some one over the other; `undefined` for none. */
  show(code: string | readonly string[] | undefined): void;
  /** The system mutes the open stream: no picture more, and says so, or not. */
  mute(isMuted: boolean, isSaid?: boolean): void;
  /** The system ends the open stream. */
  end(): void;
  pullOut(deviceId: string): void;
  plugIn(deviceId: string): void;
  /** The next getUserMedia fail with these names. */
  fail(...names: string[]): void;
  /** The handheld is turned: the frames change their size. */
  turn(): void;
  /** The page goes out of sight, or comes back. */
  hide(isHidden: boolean): void;
  /** Returns how often the screen was asked to stay on, and how many hold it so now: a task does, and a camera does. */
  awake(): { asked: number; held: number };
}

declare global {
  interface Window {
    cameras: CameraRig;
  }
}

interface Rigged {
  readonly cameras: readonly FakeCamera[];
  readonly pictures: Record<string, string>;
}

/** A page, or what runs a function in one. */
interface Takes {
  addInitScript(script: (rigged: Rigged) => void, rigged: Rigged): Promise<unknown>;
}

/**
 * Puts cameras into the page from its next load on: canvases whose streams are real, with what Chromium's own fake
 * devices cannot do (facing, torch, zoom, a mute, a camera that is pulled out, the system's refusals).
 *
 * @param codes - further Code 128 texts that `show` may hold up.
 */
export async function fakeCameras(page: Takes, cameras: readonly FakeCamera[], codes: readonly string[] = []) {
  const texts = new Set([...codes, ...cameras.flatMap(({ code }) => code ?? [])]);
  const pictures: Record<string, string> = {};
  for (const text of texts) {
    const look = { scale: 3, height: 25, padding: 12, backgroundcolor: 'DDDDDD' };
    // oxlint-disable-next-line import/no-named-as-default-member -- as in video.ts
    const png = await bwipjs.toBuffer({ bcid: 'code128', text, ...look });
    pictures[text] = `data:image/png;base64,${png.toString('base64')}`;
  }
  await page.addInitScript(install, { cameras, pictures });
}

function install({ cameras, pictures }: Rigged): void {
  interface Open {
    readonly camera: FakeCamera;
    readonly track: MediaStreamTrack;
    readonly canvas: HTMLCanvasElement;
    settings: { torch?: boolean; zoom?: number };
    isMuted: boolean;
  }
  const images = new Map<string, HTMLImageElement>();
  for (const [text, url] of Object.entries(pictures)) {
    const image = new Image();
    image.src = url;
    images.set(text, image);
  }
  const plugged = new Set(cameras.map(({ deviceId }) => deviceId));
  const failures: string[] = [];
  const asked: MediaTrackConstraints[] = [];
  let open: Open[] = [];
  let [running, most] = [0, 0];
  let held: { code: string | readonly string[] | undefined } | undefined;
  let isHidden = false;
  const locks: (EventTarget & { released: boolean })[] = [];
  let size: [number, number] = [640, 480];

  const isLive = ({ track }: Open): boolean => track.readyState === 'live';
  const draw = ({ camera, canvas, isMuted, settings }: Open, tick: number): void => {
    if (isMuted) return;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = '#dddddd';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = tick % 2 === 0 ? '#dddddd' : '#dcdcdc'; // a frame comes of a change
    context.fillRect(0, 0, 4, 4);
    const code = camera.code === undefined ? undefined : held ? held.code : camera.code;
    const all = code === undefined ? [] : [code].flat();
    all.forEach((text, index) => {
      const image = images.get(text);
      if (!image) return;
      const scale =
        Math.min(1, canvas.width / image.width) * (camera.isFar === true && (settings.zoom ?? 1) === 1 ? 0.25 : 1);
      const [width, height] = [image.width * scale, image.height * scale];
      const place = canvas.height / all.length;
      const [top, high] = all.length > 1 ? [(index + 0.1) * place, 0.8 * place] : [canvas.height / 3, height];
      context.drawImage(image, (canvas.width - width) / 2, top, width, high);
    });
    if (camera.isDark !== true || settings.torch === true) return;
    context.fillStyle = 'rgb(0 0 0 / 0.98)';
    context.fillRect(0, 0, canvas.width, canvas.height);
  };
  let tick = 0;
  setInterval(() => {
    tick += 1;
    open = open.filter(isLive);
    for (const one of open) draw(one, tick);
  }, 50);

  function start(camera: FakeCamera): MediaStream {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = size;
    canvas.getContext('2d');
    const stream = canvas.captureStream(20);
    const [track] = stream.getVideoTracks() as [MediaStreamTrack];
    const one: Open = { camera, track, canvas, settings: {}, isMuted: false };
    open.push(one);
    Object.defineProperty(track, 'muted', { get: () => one.isMuted });
    track.getSettings = () => ({
      deviceId: camera.deviceId,
      width: canvas.width,
      height: canvas.height,
      ...(camera.facing && { facingMode: camera.facing }),
      ...one.settings,
    });
    track.getCapabilities = () => ({
      deviceId: camera.deviceId,
      ...(camera.hasTorch === true && { torch: true }),
      ...(camera.zoom !== undefined && { zoom: { min: 1, max: camera.zoom, step: 0.1 } }),
    });
    track.applyConstraints = async (constraints) => {
      for (const set of constraints?.advanced ?? []) one.settings = { ...one.settings, ...(set as object) };
    };
    draw(one, 0);
    return stream;
  }

  async function getUserMedia(constraints?: MediaStreamConstraints): Promise<MediaStream> {
    const video = constraints?.video as MediaTrackConstraints;
    asked.push(video);
    running += 1;
    most = Math.max(most, running);
    try {
      await new Promise((done) => setTimeout(done, 20)); // a real one takes its time
      const failure = failures.shift();
      if (failure !== undefined) throw new DOMException('as the system says', failure);
      const there = cameras.filter(({ deviceId }) => plugged.has(deviceId));
      const { exact } = (video.deviceId ?? {}) as { exact?: string };
      const camera =
        exact === undefined
          ? (there.find(({ facing }) => facing === 'environment') ?? there[0])
          : there.find(({ deviceId }) => deviceId === exact);
      if (!camera) throw new DOMException('none', exact === undefined ? 'NotFoundError' : 'OverconstrainedError');
      return start(camera);
    } finally {
      running -= 1;
    }
  }

  const devices = navigator.mediaDevices;
  devices.getUserMedia = getUserMedia;
  devices.enumerateDevices = async () =>
    cameras
      .filter(({ deviceId }) => plugged.has(deviceId))
      .map(({ deviceId, facing }, index) => ({
        kind: 'videoinput' as const,
        deviceId,
        groupId: '',
        label: `camera ${index}`,
        getCapabilities: () => ({ facingMode: facing ? [facing] : [] }),
        toJSON: () => '',
      }));
  for (const name of ['hidden', 'visibilityState'] as const) {
    const value = (): unknown => (name === 'hidden' ? isHidden : isHidden ? 'hidden' : 'visible');
    Object.defineProperty(document, name, { get: value, configurable: true });
  }
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: {
      async request() {
        const lock = Object.assign(new EventTarget(), {
          released: false,
          async release() {
            lock.released = true;
          },
        });
        locks.push(lock);
        return lock;
      },
    },
  });
  const ended = (one: Open): void => {
    one.track.stop();
    one.track.dispatchEvent(new Event('ended'));
  };
  window.cameras = {
    asked,
    get most() {
      return most;
    },
    live: () => open.filter(isLive).map(({ camera }) => camera.deviceId),
    settings: (deviceId) => open.filter(isLive).find(({ camera }) => camera.deviceId === deviceId)?.settings ?? {},
    show: (code) => void (held = { code }),
    mute(isMuted, isSaid = true) {
      for (const one of open) {
        one.isMuted = isMuted;
        if (isSaid) one.track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
      }
    },
    end() {
      for (const one of open.filter(isLive)) ended(one);
    },
    pullOut(deviceId) {
      plugged.delete(deviceId);
      for (const one of open) if (one.camera.deviceId === deviceId) one.isMuted = true; // it says nothing more
      devices.dispatchEvent(new Event('devicechange'));
    },
    plugIn(deviceId) {
      plugged.add(deviceId);
      devices.dispatchEvent(new Event('devicechange'));
    },
    fail: (...names) => void failures.splice(0, failures.length, ...names),
    turn() {
      size = [size[1], size[0]];
      for (const { canvas } of open) [canvas.width, canvas.height] = size;
    },
    hide(isAway) {
      isHidden = isAway;
      if (isAway) for (const lock of locks) lock.released = true; // the browser takes them
      document.dispatchEvent(new Event('visibilitychange'));
    },
    awake: () => ({ asked: locks.length, held: locks.filter(({ released }) => !released).length }),
  };
}
