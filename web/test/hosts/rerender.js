// A host in the manner of React: each outcome changes its state, and each change of state writes its elements anew.

const element = document.createElement('lease-playground');
const wrapper = document.createElement('section');
wrapper.append(element);
document.body.append(wrapper);

window.host = {
  /** What it renders from. The program is the same object each time, as a constant of a module is. */
  state: { lesson: 'renew', token: 'claim-a', now: '5', 'new-expiry': '15', load: 'eager', theme: 'light' },
  program: undefined,
  renders: 0,
  lines: [],

  /** Writes all attributes, the property and the static text, whether they changed or not. */
  render() {
    if (host.renders++ > 200) throw new Error('rendering goes round in circles');
    for (const name of element.getAttributeNames()) {
      if (!(name in host.state)) element.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(host.state)) {
      if (name === 'theme') element.removeAttribute(name); // some hosts do not write over it, but make it anew
      element.setAttribute(name, value);
    }
    if (host.program && element.program !== host.program && host.given !== host.program) element.program = host.given = host.program;
    const text = document.createElement('pre');
    text.textContent = host.lines.join('\n');
    element.replaceChildren(text);
  },

  /** Puts the element elsewhere in the page, or the page's parts into another order. */
  move() {
    const other = document.createElement('section');
    document.body.append(other);
    other.append(element);
    wrapper.remove();
    document.body.prepend(other);
  },

  toggle() {
    element.style.display = element.style.display === 'none' ? '' : 'none';
  },
};

document.addEventListener('lease-outcome', ({ detail }) => {
  host.lines = detail.lines;
  queueMicrotask(host.render);
});
host.render();
