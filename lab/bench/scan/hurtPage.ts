import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import { openDecoder } from '#scan/decode/decoder.ts';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { FRAMES_PER_SECOND, type Scene, drawFrame } from './videoScene.ts';

/** A scene without its photo, which the page loads by itself. */
export type Held = Omit<Scene, 'photo'>;

declare global {
  interface Window {
    /** @returns every text that the product would accept of a clip, in order. */
    watch(url: string, held: Held, itfLengths: readonly number[]): Promise<string[]>;
  }
}

/** The photo has come to rest by then, and what hinders it has gone through all its strengths by the end. */
const FROM = 60;
const TO = 104;

async function greyOf(url: string, { width, height }: Held): Promise<Scene['photo']> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const scale = Math.min(1, width / image.naturalWidth, height / image.naturalHeight);
  const size = { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale) };
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(image, 0, 0, size.width, size.height);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  const luma = new Uint8Array(size.width * size.height);
  for (let at = 0; at < luma.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3);
    luma[at] = (red * 299 + green * 587 + blue * 114) / 1_000;
  }
  return { ...size, luma };
}

/** As a camera hands it over: planes, the grey one first. */
function frameOf(luma: Uint8Array, { width, height }: Held, timestamp: number): VideoFrame {
  const planes = new Uint8Array((width * height * 3) / 2).fill(128);
  planes.set(luma);
  return new VideoFrame(planes, { format: 'I420', codedWidth: width, codedHeight: height, timestamp });
}

window.watch = async (url, held, itfLengths) => {
  const rules = { formats: barcodeFormats, itfLengths };
  const scene = { ...held, photo: await greyOf(url, held) };
  const decoder = await openDecoder(rules);
  const texts: string[] = [];
  let sight = nothingSeen;
  try {
    for (let index = FROM; index < TO; index += 1) {
      const seen = await decoder.decode(frameOf(drawFrame(scene, index), held, index));
      const judged = judgeFrame(sight, seen, (index * 1_000) / FRAMES_PER_SECOND, rules);
      sight = judged.sight;
      texts.push(...judged.accepted.map(({ text }) => text));
    }
  } finally {
    decoder.close();
  }
  return texts;
};
