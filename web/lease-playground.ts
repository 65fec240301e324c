// The script that a page embeds: defines <lease-playground>, once, however often it is loaded.

import { LeasePlayground } from './element.tsx';

if (!customElements.get('lease-playground')) customElements.define('lease-playground', LeasePlayground);
