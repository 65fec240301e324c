// Keeps keys that a control of the playground uses from the host page's shortcuts.

/** Whether the control that has the focus does something with the key. */
function isUsed(event: KeyboardEvent, control: Element): boolean {
  const { key } = event;
  // AltGr, which types characters, is Control and Alt together on some systems.
  const chord = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  if (chord || key === 'Tab' || key === 'Escape' || /^F\d/.test(key)) return false;
  return control.matches('input, select, textarea') || key === 'Enter' || key === ' ';
}

/** From now on the host page does not hear of keys that are used inside. */
export function shieldKeys(root: ShadowRoot): void {
  const shield = (event: Event) => {
    if (event instanceof KeyboardEvent && event.target instanceof Element && isUsed(event, event.target)) event.stopPropagation();
  };
  for (const type of ['keydown', 'keypress', 'keyup']) root.addEventListener(type, shield);
}
