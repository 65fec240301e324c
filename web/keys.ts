// Keeps keys that a control of the playground uses from the host page's shortcuts.

/** Whether the control that has the focus does something with the key. */
function isUsed(event: KeyboardEvent, control: Element): boolean {
  const { key } = event;
  // AltGr, which types characters, is Control and Alt together on some systems.
  const chord = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  if (chord || key === 'Tab' || key === 'Escape' || /^F\d/.test(key)) return false;
  return control.matches('input, select, textarea') || key === 'Enter' || key === ' ';
}

/** From now on the host page does not hear of keys that are used inside, neither when they go down nor when they come up. */
export function shieldKeys(root: ShadowRoot): void {
  /** The keys that went down without the page hearing of it. */
  const kept = new Set<string>();
  const keyOf = ({ code, key }: KeyboardEvent) => code || key;
  root.addEventListener('keydown', (event) => {
    if (event instanceof KeyboardEvent) kept.add(keyOf(event));
  }, { capture: true });
  // Controls that have used a key stop it before it comes here.
  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent && event.target instanceof Element)) return;
    if (isUsed(event, event.target)) event.stopPropagation();
    else kept.delete(keyOf(event));
  });
  root.addEventListener('keypress', (event) => {
    if (event instanceof KeyboardEvent && kept.has(keyOf(event))) event.stopPropagation();
  });
  root.addEventListener('keyup', (event) => {
    if (event instanceof KeyboardEvent && kept.delete(keyOf(event))) event.stopPropagation();
  });
}
