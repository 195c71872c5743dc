// Puts the appearance that is chosen (theme, hand, motion) on the page and keeps it in a cookie: from that the gateway and the
// service worker put it on the next page from its first paint on (src/contract/appearance.ts), without a script. The colours of
// the browser's own bars and controls are set here, behind the first paint: setting them takes long, and so does reading a
// cookie, which is done only where whoever sent the page knew of none. Runs in any browser, so in the oldest JavaScript.
(function () {
  var NAME = 'scanline-look';
  var parts = ['data-theme', 'data-hand', 'data-motion'];
  var colours = { light: '#101418', dark: '#06090c', contrast: '#000000' }; // of the header: --top in tokens.css
  var html = document.documentElement;

  /** @param appearance - `theme.hand.motion` */
  function apply(appearance) {
    appearance.split('.').forEach(function (value, index) {
      if (value) html.setAttribute(parts[index], value);
      else html.removeAttribute(parts[index]);
    });
    html.setAttribute('data-known', '');
    colour();
  }
  function colour() {
    var theme = html.getAttribute('data-theme');
    var metas = document.querySelectorAll('meta[name="theme-color"]');
    for (var i = 0; i < metas.length; i += 1) {
      var own = /dark/.test(metas[i].media) ? colours.dark : colours.light;
      metas[i].content = colours[theme] || own;
    }
    var scheme = document.querySelector('meta[name="color-scheme"]');
    if (scheme) scheme.content = theme === 'light' ? 'light' : theme ? 'dark' : 'light dark';
  }
  function applied() {
    return join(
      parts.map(function (name) {
        return html.getAttribute(name);
      }),
    );
  }
  function join(values) {
    return values
      .map(function (value) {
        return value || '';
      })
      .join('.');
  }

  window.setAppearance = function (appearance) {
    var text = join([appearance.theme, appearance.hand, appearance.motion]);
    if (html.hasAttribute('data-known') && text === applied()) return false;
    apply(text);
    var secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = NAME + '=' + text + '; Path=/; Max-Age=31536000; SameSite=Strict' + secure;
    try {
      localStorage.setItem(NAME, text); // the other windows hear of it
    } catch (_) {
      // a full storage: they see it at their next start
    }
    return true;
  };

  if (html.hasAttribute('data-theme')) colour();
  if (!html.hasAttribute('data-known')) {
    var kept = /(?:^|; )scanline-look=([a-z]*\.[a-z]*\.[a-z]*)/.exec(document.cookie);
    if (kept) apply(kept[1]);
  }
  addEventListener('load', function () {
    // Opens the storage: not before anything is shown.
    addEventListener('storage', function (event) {
      if (event.key === NAME && event.newValue) apply(event.newValue);
    });
  });
})();
