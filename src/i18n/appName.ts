/** What the app is called, in every language. */
export const APP_NAME = 'Scanline';

/** The address that it is served from; empty where there is no page. */
export const APP_ADDRESS: string = 'location' in globalThis ? location.origin : '';
