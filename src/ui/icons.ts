import type { laterIcons } from './laterIcons.ts';

/** The icons of the first screen, as strokes on 24 × 24, named for what they mean. The others: laterIcons.ts. */
export const icons = {
  backOnShelf: 'M3 3v18M21 3v18M3 19h18M12 3v11M7 9.5l5 5l5-5',
  camera: 'M3 7h4l2-3h6l2 3h4v13H3zM12 9.5a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 0 1 0-7.4',
  close: 'M5 5l14 14M19 5L5 19',
  home: 'M3 11.5L12 4l9 7.5M5.5 10v10.5h13V10',
  more: 'M9 4.5l7.5 7.5L9 19.5',
  next: 'M3 12h17M13 5l7 7l-7 7',
  pause: 'M8 4.5v15M16 4.5v15',
  previous: 'M15 4.5L7.5 12l7.5 7.5',
  repeat: 'M4 11a7 7 0 0 1 7-6h7M15 2l3 3l-3 3M20 13a7 7 0 0 1-7 6H6M9 22l-3-3l3-3',
  saved: 'M3 14v6.5h18V14M7.5 9.5l4 4L20 3.5',
  scan: 'M2 7V3h4M22 7V3h-4M2 17v4h4M22 17v4h-4M6.5 7v10M10 7v10M13 7v10M17.5 7v10',
  settings: 'M3 6h9M18 6h3M15 3.5v5M3 12h3M12 12h9M9 9.5v5M3 18h9M18 18h3M15 15.5v5',
  type: 'M2 6h20v12H2zM6 10h.1M10 10h.1M14 10h.1M18 10h.1M7 14.3h10',
  warning: 'M12 2.8L22.5 21h-21zM12 9.5v5.5M12 18v.1',
} as const;

/** A picture to draw: one of the icons, and nothing that is made up where it is shown. */
export type Drawing = (typeof icons)[keyof typeof icons] | (typeof laterIcons)[keyof typeof laterIcons];
