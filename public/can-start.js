// Whether Scanline can start here: not in a browser that is too old, nor at an address without https, nor where the
// browser's storage is blocked. Where it cannot, public/too-old.js says so in words. Runs in any browser, so it is written in the oldest JavaScript. Asks for what
// each build's oldest browsers have (src/contract/browsers.ts), src/build/older/gaps.js taken in.
(function () {
  var needed = [
    ['JavaScript modules', 'noModule' in document.createElement('script')],
    ['String.replaceAll', 'replaceAll' in String.prototype],
    ['Object.hasOwn', 'hasOwn' in Object],
    ['IndexedDB', 'indexedDB' in window],
    ['BroadcastChannel', 'BroadcastChannel' in window],
  ];
  // Without https no browser has these: then it is the address, and not the browser.
  var secure = [
    ['Web Locks', 'locks' in navigator],
    ['Web Crypto', 'crypto' in window && 'subtle' in crypto],
  ];
  var isInsecure = window.isSecureContext === false;
  var old = missing(isInsecure ? needed : needed.concat(secure));
  var why = old.length > 0 ? 'old' : isInsecure ? 'insecure' : isBlocked() ? 'blocked' : '';
  if (!why) return;

  function missing(features) {
    var names = [];
    for (var i = 0; i < features.length; i += 1) if (!features[i][1]) names.push(features[i][0]);
    return names;
  }
  // Where cookies are blocked, the mere mention of the storage throws.
  function isBlocked() {
    try {
      return !window.localStorage;
    } catch (_) {
      return true;
    }
  }
  // An old browser at such an address needs another browser before it needs another address.
  window.cannotStart = { why: why, names: { old: old, insecure: missing(secure), blocked: ['localStorage'] }[why] };
  document.getElementById('root').id = 'cannot-start'; // the app finds no place to start in, where this browser gets as far
  // It stands in the page as no script, and is one from here on: no browser lets an address be given to a new one unseen.
  var words = document.querySelector('script[data-too-old]');
  words.type = 'text/javascript';
  words.parentNode.appendChild(words);
})();
