// Says what is missing where Scanline cannot start: public/can-start.js has found it. Runs in any browser, so it is
// written in the oldest JavaScript.
(function () {
  var texts = {
    en: {
      old: [
        'This browser is too old for Scanline',
        'Scanline needs Chrome 84, Android System WebView 84 or Safari 15.4, or newer.',
        'This browser lacks: ',
        'Calls saved on this device are still on it. Do not clear its data: update the browser, then open this page again.',
        'If you cannot update it, show this to the person who looks after the handhelds.',
      ],
      insecure: [
        'This address is not secure',
        'Scanline works over https only. Over plain http the browser has no place for the access key, no camera and no start without network.',
        'At this address the browser withholds: ',
        'Ask for Scanline’s https address and open that one. Nothing was saved or sent here.',
        'For the person who looks after the gateway: set TLS_CERT_FILE and TLS_KEY_FILE, or put it behind a proxy with TLS. Only http://localhost does without.',
      ],
      blocked: [
        'This browser does not let Scanline save anything',
        'Allow cookies and site data for this address in the browser’s settings, under Site settings, then open this page again.',
        'Blocked here: ',
        'Scanline keeps each scan on this device before it beeps: without that it takes none. Calls saved before are not touched.',
        'If you cannot change it, show this to the person who looks after the handhelds.',
      ],
    },
    zh: {
      old: [
        '此浏览器太旧，无法使用 Scanline',
        'Scanline 需要 Chrome 84、Android System WebView 84、Safari 15.4 或更新版本。',
        '此浏览器缺少：',
        '已保存的记录仍在本机上。请不要清除数据：先更新浏览器，再打开此页面。',
        '如果无法更新，请把此页面给负责手持终端的人看。',
      ],
      insecure: [
        '此地址不安全',
        'Scanline 只能通过 https 使用。在普通 http 下，浏览器无法保存访问密钥，不能使用摄像头，也不能无网络启动。',
        '在此地址，浏览器不提供：',
        '请索取 Scanline 的 https 地址并打开它。这里没有保存或发送任何内容。',
        '致网关负责人：请设置 TLS_CERT_FILE 和 TLS_KEY_FILE，或放在带 TLS 的代理后面。只有 http://localhost 不需要。',
      ],
      blocked: [
        '此浏览器不允许 Scanline 保存任何内容',
        '请在浏览器设置的“网站设置”中，为此地址允许 Cookie 和网站数据，然后重新打开此页面。',
        '在此被阻止：',
        'Scanline 在发出提示音之前，会先把每次扫描保存在本机上：不能保存，就不接受扫描。以前保存的记录不受影响。',
        '如果无法更改，请把此页面给负责手持终端的人看。',
      ],
    },
    ru: {
      old: [
        'Этот браузер слишком старый для Scanline',
        'Scanline нужен Chrome 84, Android System WebView 84, Safari 15.4 или новее.',
        'В этом браузере нет: ',
        'Сохранённые записи остались на этом устройстве. Не очищайте его данные: обновите браузер и откройте эту страницу снова.',
        'Если обновить нельзя, покажите это тому, кто отвечает за терминалы.',
      ],
      insecure: [
        'Этот адрес незащищённый',
        'Scanline работает только по https. По обычному http браузеру негде хранить ключ доступа, нет камеры и запуска без сети.',
        'По этому адресу браузер не даёт: ',
        'Спросите адрес Scanline с https и откройте его. Здесь ничего не сохранено и не отправлено.',
        'Тому, кто отвечает за шлюз: задайте TLS_CERT_FILE и TLS_KEY_FILE или поставьте его за прокси с TLS. Без этого обходится только http://localhost.',
      ],
      blocked: [
        'Браузер не даёт Scanline ничего сохранять',
        'Разрешите для этого адреса файлы cookie и данные сайтов: в настройках браузера, раздел «Настройки сайтов». Затем откройте эту страницу снова.',
        'Здесь заблокировано: ',
        'Scanline сохраняет каждый скан на этом устройстве, прежде чем подать сигнал: без этого он не принимает ни одного. Сохранённое раньше не тронуто.',
        'Если изменить это нельзя, покажите это тому, кто отвечает за терминалы.',
      ],
    },
  };

  function spoken() {
    var wanted = String(navigator.language || navigator.userLanguage || '')
      .slice(0, 2)
      .toLowerCase();
    return texts[wanted] ? wanted : 'en';
  }
  function add(tag, text) {
    var element = document.createElement(tag);
    element.appendChild(document.createTextNode(text));
    element.style.margin = '0 0 12px';
    if (tag === 'h1') element.style.fontSize = '24px';
    root.appendChild(element);
  }
  var language = spoken();
  var cannot = window.cannotStart;
  var text = texts[language][cannot.why];
  var root = document.getElementById('cannot-start');
  root.style.padding = '16px';
  while (root.firstChild) root.removeChild(root.firstChild);
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
  add('h1', text[0]);
  add('p', text[1]);
  if (cannot.names.length > 0) add('p', text[2] + cannot.names.join(', ') + '.');
  add('p', text[3]);
  add('p', text[4]);
  document.title = text[0] + ': Scanline';
})();
