// Puts a look that is chosen on the page and keeps it for the next first paint (public/look.js). The colours of the browser's
// own bars and controls are set here, behind the first paint: setting them is what takes long.
// Runs in any browser, so in the oldest JavaScript.
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
  if (kept().theme) wear(kept());
  addEventListener('storage', function (event) {
    if (event.key === NAME) wear(kept());
  });
})();
