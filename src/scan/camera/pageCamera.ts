import { createCameraOwner } from './cameraOwner.ts';

/** The camera of this page: it has one, whoever looks through it. */
export const pageCamera = createCameraOwner();
