/** Drawn on 24 × 24, as strokes; each name says what it stands for, not what it looks like. */
const strokes = {
  accepted: 'M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 0 1 0-19M7.5 12.5l3 3l6-6.5',
  back: 'M9 5l-5 5l5 5M4 10h10a5.5 5.5 0 0 1 0 11h-4',
  bag: 'M6 8h12l1.5 13h-15zM9 11V6.5a3 3 0 0 1 6 0V11',
  batch: 'M3 13h8v8H3zM13 13h8v8h-8zM8 3h8v8H8z',
  camera: 'M3 7h4l2-3h6l2 3h4v13H3zM12 9.5a3.7 3.7 0 1 1 0 7.4a3.7 3.7 0 0 1 0-7.4',
  close: 'M5 5l14 14M19 5L5 19',

  done: 'M4 12.5l5.5 5.5L20 6.5',
  eye: 'M1.5 12c3-5 6.5-7.5 10.5-7.5s7.5 2.5 10.5 7.5c-3 5-6.5 7.5-10.5 7.5s-7.5-2.5-10.5-7.5zM12 8.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7',
  eyeOff:
    'M3 3l18 18M6 6.5C4.300 7.700 2.800 9.5 1.5 12c3 5 6.5 7.5 10.5 7.5c2 0 3.800-.6 5.5-1.700M9.5 4.800c.8-.2 1.600-.3 2.5-.3c4 0 7.5 2.5 10.5 7.5c-.6 1-1.300 2-2 2.800',
  gateway: 'M3 9a13 13 0 0 1 18 0M6.5 13a8 8 0 0 1 11 0M10 17a3 3 0 0 1 4 0M12 20.5v.1',
  gatewayOff:
    'M3 3l18 18M3 9a13 13 0 0 1 4-2.600M11 5.5A13 13 0 0 1 21 9M6.5 13a8 8 0 0 1 3.5-2M14.5 11.300a8 8 0 0 1 3 1.700M12 20.5v.1',
  handOver: 'M3 3h7v11H3zM14 10h7v11h-7zM13 5.5h5v3M16 6.5l2 2l2-2',
  held: 'M8 12V5.5a1.5 1.5 0 0 1 3 0V11V4a1.5 1.5 0 0 1 3 0v7V5.5a1.5 1.5 0 0 1 3 0V15c0 4-2 6.5-5.5 6.5c-3 0-4.5-1.5-6-4.5L3.800 13.700a1.5 1.5 0 0 1 2.600-1.5L8 14.5',
  home: 'M3 11.5L12 4l9 7.5M5.5 10v10.5h13V10',
  keyboard: 'M2 6h20v12H2zM6 10h.1M10 10h.1M14 10h.1M18 10h.1M7 14.300h10',
  lookUp: 'M10.5 3a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15M16 16l5.5 5.5',
  more: 'M9 4.5l7.5 7.5L9 19.5',
  next: 'M3 12h17M13 5l7 7l-7 7',
  pause: 'M8 4.5v15M16 4.5v15',
  print: 'M7 8V3h10v5M7 17H3V8h18v9h-4M7 13.500h10V21H7z',
  previous: 'M15 4.5L7.5 12l7.5 7.5',
  queue: 'M3 5h18v4.5H3zM3 14.5h18V19H3z',
  refused: 'M8 2.5h8L21.5 8v8L16 21.5H8L2.5 16V8zM8.5 8.5l7 7M15.5 8.5l-7 7',
  repeat: 'M4 11a7 7 0 0 1 7-6h7M15 2l3 3l-3 3M20 13a7 7 0 0 1-7 6H6M9 22l-3-3l3-3',
  saved: 'M3 14v6.5h18V14M7.5 9.5l4 4L20 3.5',
  scan: 'M2 7V3h4M22 7V3h-4M2 17v4h4M22 17v4h-4M6.5 7v10M10 7v10M13 7v10M17.5 7v10',
  sending: 'M12 21V4M5 10.5L12 3.5l7 7',
  settings: 'M3 6h9M18 6h3M15 3.5v5M3 12h3M12 12h9M9 9.5v5M3 18h9M18 18h3M15 15.5v5',
  shelf: 'M3 3v18M21 3v18M3 10.5h18M3 19h18M7 10.5V5.5h5v5M13 19v-4h4v4',
  sound: 'M3 9.5h4l5-4.5v14l-5-4.5H3zM16 9a4.5 4.5 0 0 1 0 6M19 6a9 9 0 0 1 0 12',
  torch: 'M6 3h12v4l-3 4v10H9V11L6 7zM6 7h12M12 14v2',
  trash: 'M4 6.5h16M9 6.5V3.5h6v3M6 6.5l1 14.5h10l1-14.5M10 11v6M14 11v6',
  unclassified: 'M3 4h18v12.5h-9L7 21v-4.5H3zM7.5 8.5h9M7.5 12h6',
  unconfirmed:
    'M12 1.800L22.200 12L12 22.200L1.800 12zM9.5 10a2.5 2.5 0 1 1 3.700 2.200c-.8.5-1.200.9-1.200 1.800M12 17v.1',
  update: 'M12 3v11M7 9.5l5 5l5-5M4 20.5h16',
  waiting:
    'M6 2.5h12M6 21.5h12M7.5 2.5c0 5 3 6.5 4.5 9.5c1.5-3 4.5-4.5 4.5-9.5M7.5 21.5c0-5 3-6.5 4.5-9.5c1.5 3 4.5 4.5 4.5 9.5',
  warning: 'M12 2.800L22.5 21h-21zM12 9.5v5.5M12 18v.1',
} as const;

export type IconName = keyof typeof strokes;

/** A picture beside a word, never instead of one: hidden from what is read aloud. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={strokes[name]} />
    </svg>
  );
}
