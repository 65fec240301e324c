// A host with instant navigation: it fetches the page that a link leads to and puts its body in place of its own.

window.swaps = 0;

async function show(address) {
  const text = await (await fetch(address)).text();
  const page = new DOMParser().parseFromString(text, 'text/html');
  document.title = page.title;
  document.body.replaceChildren(...page.body.childNodes);
  window.swaps++;
}

window.go = async (address) => {
  await show(address);
  history.pushState({}, '', address);
};
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link) return;
  event.preventDefault();
  void window.go(link.href);
});
addEventListener('popstate', () => void show(location.href));
