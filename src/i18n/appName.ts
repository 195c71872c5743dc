/** The app's name, in every language. */
export const APP_NAME = 'Scanline';
