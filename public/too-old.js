// Runs in any browser, so it is written in the oldest JavaScript. Asks for what Chrome 93 and Safari 15.4 have.
(function () {
  var enough =
    'noModule' in document.createElement('script') &&
    'replaceAll' in String.prototype &&
    'hasOwn' in Object &&
    // Without https no browser has locks. That is another fault, and the app names it itself.
    ('locks' in navigator || !window.isSecureContext);
  if (enough) return;

  function add(tag, text) {
    var element = document.createElement(tag);
    element.appendChild(document.createTextNode(text));
    root.appendChild(element);
  }
  var root = document.getElementById('root');
  while (root.firstChild) root.removeChild(root.firstChild);
  add('h1', 'This browser is too old for Scanline');
  add('p', 'Scanline needs Chrome 93, Android System WebView 93 or Safari 15.4, or newer.');
  add(
    'p',
    'Calls saved on this device are still on it. Do not clear its data: update the browser, then open this page again.',
  );
  add('p', 'If you cannot update it, show this to the person who looks after the handhelds.');
  document.title = 'Browser too old: Scanline';
})();
