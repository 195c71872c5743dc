// Says so in three languages where the app's script does not run: it is not there, is another's, or is cut off. public/start-failed.js,
// which may be as wrong, then offers more. Runs in any browser, so in the oldest JavaScript.
(function () {
  if (window.cannotStart) return;
  var SAID_AFTER_MS = 8000;
  var isOver = false;
  var timer = setTimeout(say, SAID_AFTER_MS);
  var watch = {
    /** The app's script has run. */
    runs: false,
    /** It has not, and will not. */
    failed: false,
    /** Told by start-failed.js: what to do once it has failed. */
    onFailed: function () {},
    stop: function () {
      isOver = true;
      clearTimeout(timer);
    },
  };
  window.startWatch = watch;

  function say() {
    var more = document.querySelector('script[data-start-failed]');
    if (isOver || more.type !== 'text/plain') return;
    var words = document.querySelector('#root main p:last-child');
    if (words) words.textContent = 'Scanline does not start. · Scanline 未能启动。 · Scanline не запускается.';
    more.type = 'text/javascript';
    more.parentNode.appendChild(more);
  }
  function fail() {
    if (isOver || watch.runs || watch.failed) return;
    watch.failed = true;
    say();
    watch.onFailed();
  }
  addEventListener(
    'error',
    function (event) {
      if (event.target && event.target.type === 'module') fail();
    },
    true,
  );
  addEventListener('load', fail);
})();
