// What Scanline asks for and the oldest Chrome lacks, put before every script of the build for older browsers. It runs in
// the page and in the workers, and before public/can-start.js looks.
(function () {
  if (typeof WeakRef === 'undefined') return; // an even older Chrome lacks more than this, and is told so
  function fill(object, name, value) {
    if (!(name in object)) Object.defineProperty(object, name, { value: value, writable: true, configurable: true });
  }
  function at(index) {
    const from = Math.trunc(index) || 0;
    return this[from < 0 ? from + this.length : from];
  }
  fill(Array.prototype, 'at', at);
  fill(String.prototype, 'at', at);
  fill(Object.getPrototypeOf(Uint8Array.prototype), 'at', at);
  fill(Object, 'hasOwn', function (object, key) {
    return Object.prototype.hasOwnProperty.call(object, key);
  });
  fill(String.prototype, 'replaceAll', function (searched, replacement) {
    let pattern = searched;
    if (!(searched instanceof RegExp))
      pattern = new RegExp(String(searched).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g');
    return this.replace(pattern, replacement);
  });
  fill(Crypto.prototype, 'randomUUID', function () {
    const bytes = this.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    let digits = '';
    for (let i = 0; i < 16; i += 1) digits += (bytes[i] + 256).toString(16).slice(1);
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  });
})();
