/**
 * The groups of modules that make a file each: what a start asks for, and what several later screens share. One file packs
 * better than ten, and is fetched and kept sooner.
 */
export const chunkGroups = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'start', test: /^\0/, priority: 2 },
  { name: 'shared', test: isShared, minShareCount: 2, priority: 1 },
];

/** Not what is large and seldom asked for: labels, the camera, the other languages. */
function isShared(id: string): boolean {
  return !/node_modules\/(?:@zxing|zxing-wasm|@tanstack)|src\/i18n\/words\/all\.|src\/scan\/|src\/tasks\/\w+\/(?:Printout|CameraPanel)/.test(
    id,
  );
}
