// Runs first in WebKit's test pages: keeps what the page tells its console, which WebKitWebDriver can't give.
(() => {
  const list = (window.harnessMessages = []);
  const text = (value) => {
    try {
      return value instanceof Error ? `${value.name}: ${value.message}` : String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };
  for (const type of ['log', 'info', 'debug', 'warn', 'error']) {
    const original = console[type];
    console[type] = (...values) => {
      list.push({ type, text: values.map(text).join(' ') });
      original.apply(console, values);
    };
  }
  addEventListener('error', (event) => {
    // A resource that fails to load tells its element, and Chromium and Firefox tell the console too.
    if (event instanceof ErrorEvent) list.push({ type: 'uncaught', text: event.error ? text(event.error) : event.message });
    else list.push({ type: 'error', text: `Failed to load ${event.target.src ?? event.target.href}` });
  }, true);
  addEventListener('unhandledrejection', (event) => list.push({ type: 'uncaught', text: text(event.reason) }));
  addEventListener('securitypolicyviolation', (event) => {
    list.push({ type: 'error', text: `blocked by ${event.violatedDirective}: ${event.blockedURI}` });
  });
})();
