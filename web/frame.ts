// The script of the pages made for an <iframe>: attributes from the address, and the height for the page around.

export {};

const playground = document.querySelector('lease-playground');

// `?theme=dark&view=full` says what the element's attributes would say; this runs before the element starts.
for (const [name, value] of new URLSearchParams(location.search)) {
  // Only the element's own: the address may not make an `onclick`, a style or an id.
  if (FRAME_ATTRIBUTES.includes(name)) playground?.setAttribute(name, value);
}

if (parent !== window) {
  let told = -1;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height); // CSS px
    if (height === told) return;
    told = height;
    // For anybody around: how high the page is, is no secret.
    parent.postMessage({ leaseplay: { height } }, '*');
  }).observe(document.body);
}
