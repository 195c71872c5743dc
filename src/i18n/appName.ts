/** What the app is called, in every language. */
export const APP_NAME = 'Scanline';
