import type { Keep } from '#device/vault.ts';

/** The modes of the camera: it closes after a code, reads on, or collects until a person takes them all. */
export const cameraModes = ['single', 'continuous', 'batch'] as const;

export type CameraMode = (typeof cameraModes)[number];

export interface KeptCamera {
  readonly mode: CameraMode;
  /** `true`: a person aims at one of several codes with a cross in the middle of the picture. */
  readonly hasCross: boolean;
  /** The camera that was granted, or that a person or a trial chose. */
  readonly deviceId?: string;
}

const NAME = 'camera';

/** Reads how the camera was used last, as far as it can be read: a camera works without it too. */
export async function readCamera(keep: Pick<Keep, 'read'>): Promise<KeptCamera> {
  const kept = (await keep.read(NAME).catch(() => undefined)) as Partial<KeptCamera> | undefined;
  const deviceId = kept?.deviceId;
  return {
    mode: cameraModes.find((mode) => mode === kept?.mode) ?? 'continuous',
    hasCross: kept?.hasCross === true,
    ...(typeof deviceId === 'string' && { deviceId }),
  };
}

/** Keeps all of it. Where that fails, it is asked for once more another day. */
export async function writeCamera(keep: Pick<Keep, 'write'>, camera: KeptCamera): Promise<void> {
  await keep.write(NAME, camera).catch(() => undefined);
}
