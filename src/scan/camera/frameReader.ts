import type { Decoder } from '#scan/decode/decoder.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import { type FrameListener, type FrameSource, createFrameSource } from './frames.ts';

/** What looks at the pictures of a video: a decoder, which is loaded at once, and what hands it frames. */
export function createFrameReader(video: HTMLVideoElement, rules: ReadingRules, listener: FrameListener) {
  let decoder: Promise<Decoder> | undefined;
  let loading: Promise<FrameSource> | undefined;
  let source: FrameSource | undefined;

  function open(): Promise<Decoder> {
    decoder = import('#scan/decode/decoder.ts').then(({ openDecoder }) => openDecoder(rules));
    return decoder;
  }

  async function load(): Promise<FrameSource> {
    return createFrameSource(video, await open(), listener, open);
  }

  loading = load(); // the permission may take longer
  loading.catch(() => undefined); // told where it is awaited

  return {
    /** @throws where it could not be loaded; `close` then, and it is loaded anew by the next call. */
    async source(): Promise<FrameSource> {
      source = await (loading ??= load());
      return source;
    },
    stop(): void {
      source?.stop();
    },
    close(): void {
      loading = undefined;
      decoder?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}
