// The look that is set on this handheld (src/device/settings.ts), from the first paint on: no wrong theme flashes. It is
// in a cookie, as a page reads that sooner than local storage.
// Who has it has been here before, and is not told again what Scanline is. Runs in any browser, so in the oldest JavaScript.
(function () {
  var NAME = 'scanline-look';
  var grounds = { light: '#101418', dark: '#06090c', contrast: '#000000' }; // of the header: --top in tokens.css

  function wear(look) {
    var html = document.documentElement;
    set(html, 'data-theme', look.theme);
    set(html, 'data-hand', look.hand);
    set(html, 'data-motion', look.motion);
    var metas = document.querySelectorAll('meta[name="theme-color"]');
    for (var i = 0; i < metas.length; i += 1) {
      var own = /dark/.test(metas[i].media) ? grounds.dark : grounds.light;
      metas[i].content = grounds[look.theme] || own;
    }
    var scheme = document.querySelector('meta[name="color-scheme"]');
    if (scheme) scheme.content = look.theme === 'light' ? 'light' : look.theme ? 'dark' : 'light dark';
  }
  function set(element, name, value) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
  function kept() {
    var parts = (/(?:^|; )scanline-look=([a-z]*)\.([a-z]*)\.([a-z]*)/.exec(document.cookie) || []).slice(1);
    set(document.documentElement, 'data-known', parts.length > 0 && 'yes');
    return { theme: parts[0], hand: parts[1], motion: parts[2] };
  }
  function keep(look) {
    var text = [look.theme, look.hand, look.motion]
      .map(function (part) {
        return part || '';
      })
      .join('.');
    var secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = NAME + '=' + text + '; Path=/; Max-Age=31536000; SameSite=Strict' + secure;
    return text;
  }

  window.wearLook = function (look) {
    wear(look);
    try {
      localStorage.setItem(NAME, keep(look)); // the other windows hear of it
    } catch (_) {
      // a full storage: they see it at their next start
    }
  };
  wear(kept());
  addEventListener('storage', function (event) {
    if (event.key === NAME) wear(kept());
  });
})();
