import { keepAwake } from '#scan/awake.ts';
import { idOf } from './cameraStream.ts';
import { type FrameListener, createFrameSource } from './frames.ts';
import type { PictureShown } from './lensTrial.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';

export interface PictureListener extends FrameListener {
  /** A stream's picture is there. */
  onShown(): Promise<void>;
  /** Nothing is looked at any more, until another picture is shown. */
  onPause(): void;
}

/** Shows a stream's picture in a video, and gives it to the decoder that reads it, which is loaded at once. */
export function createPicture(video: HTMLVideoElement, rules: ReadingRules, listener: PictureListener) {
  const open = async () => (await import('#scan/decode/decoder.ts')).openDecoder(rules);
  const source = createFrameSource(video, open, listener);
  /** Counts starts and pauses, so that what was awaited for an earlier picture is dropped. */
  let run = 0;
  let isLooking = false;
  let shown: PictureShown = { deviceId: undefined };
  let letSleep: (() => void) | undefined;

  function pause(): void {
    run += 1;
    isLooking = false;
    source.stop();
    listener.onPause();
  }

  async function play(stream: MediaStream, mine: number): Promise<boolean> {
    video.muted = true;
    video.playsInline = true;
    if (video.srcObject !== stream) video.srcObject = stream;
    const playing = video.play();
    playing.catch(() => undefined); // awaited below, where it still matters
    await source.start(); // before it plays: a stream without a picture never does
    if (mine !== run) return false;
    await playing;
    return mine === run;
  }

  return {
    shown: (): PictureShown => shown,
    /**
     * Shows a stream, and goes on until `pause`. Where another picture is asked for meanwhile, nothing comes of this one.
     *
     * @throws where the reader failed or the video does not play: play is refused for reasons of its own, which are no
     *   word about the permission.
     */
    async show(stream: MediaStream): Promise<void> {
      if (isLooking && video.srcObject === stream && !video.paused) return;
      run += 1;
      const mine = run;
      try {
        if (!(await play(stream, mine))) return;
        letSleep ??= keepAwake();
        isLooking = true;
        shown = { deviceId: idOf(stream) };
        await listener.onShown();
      } catch (error) {
        if (mine === run) throw error;
      }
    },
    pause,
    /** The same, and the screen may go dark. */
    end(): void {
      pause();
      letSleep?.();
      letSleep = undefined;
    },
    /** Lets go of the decoder; it is loaded anew for the next picture. */
    close: source.close,
  };
}
