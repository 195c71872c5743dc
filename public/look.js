// The look that is set on this handheld (src/device/settings.ts), from the first paint on: no wrong theme flashes. It is
// in a cookie, as a page reads that sooner than local storage. Who has it has been here before, and is not told again what
// Scanline is. The first paint waits for this: no more than it needs. Runs in any browser, so in the oldest JavaScript.
(function () {
  var names = ['data-known', 'data-theme', 'data-hand', 'data-motion'];
  var look = /(?:^|; )scanline-look=([a-z]*)\.([a-z]*)\.([a-z]*)/.exec(document.cookie) || [];
  for (var i = 0; i < look.length; i += 1) if (look[i]) document.documentElement.setAttribute(names[i], look[i]);
})();
