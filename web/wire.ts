// The primitives of the wire format: u32 little-endian, and strings as a u32 length and their bytes.
//
// Text crosses as WTF-8: UTF-8 that also has lone surrogates, three bytes
// each, because a reader can type or paste one and Python has an answer to it.

import { EngineError } from './failures.ts';

const encoder = new TextEncoder();
// ignoreBOM keeps a leading U+FEFF, which a decoder else takes for a mark and drops.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** With the u flag a pair is one code point, so only a surrogate without its mate matches. */
const loneSurrogate = /\p{Surrogate}/u;

/** Text as WTF-8: exact for every string, {@link decodeText} gives it back. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  if (!loneSurrogate.test(text)) return encoder.encode(text);
  const out = new Uint8Array(text.length * 3);
  let n = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) {
      out[n++] = 0xe0 | (code >> 12);
      out[n++] = 0x80 | ((code >> 6) & 0x3f);
      out[n++] = 0x80 | (code & 0x3f);
    } else {
      n += encoder.encodeInto(char, out.subarray(n)).written;
    }
  }
  return out.slice(0, n);
}

/**
 * The text of WTF-8 bytes.
 * @throws {EngineError} `wire` where the bytes are not WTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return decodeSurrogates(bytes);
  }
}

/** Decodes the runs between lone surrogates, which are ED A0..BF 80..BF and nothing else. */
function decodeSurrogates(bytes: Uint8Array): string {
  let text = '';
  let run = 0;
  const flush = (end: number) => {
    try {
      text += decoder.decode(bytes.subarray(run, end));
    } catch (cause) {
      throw new EngineError('wire', { detail: 'a string is not UTF-8', cause });
    }
  };
  for (let i = 0; i + 2 < bytes.length; i++) {
    const [, second = 0, third = 0] = bytes.subarray(i, i + 3);
    if (bytes[i] !== 0xed || second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) continue;
    flush(i);
    text += String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f));
    run = i + 3;
    i += 2;
  }
  flush(bytes.length);
  return text;
}

/** Writes a message, growing as needed. */
export class Writer {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Appends a whole number of 0 to 2^32-1; anything else is a RangeError. */
  u32(n: number): this {
    if (!Number.isInteger(n) || n < 0 || n > 0xffffffff) throw new RangeError(`not a u32: ${n}`);
    const at = this.#reserve(4);
    this.#view.setUint32(at, n, true);
    return this;
  }

  /** Appends a string with its length. */
  string(text: string): this {
    const bytes = encodeText(text);
    this.u32(bytes.length);
    const at = this.#reserve(bytes.length); // which may replace this.#bytes
    this.#bytes.set(bytes, at);
    return this;
  }

  /** The message so far, as a view that the next write may leave behind. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(n: number): number {
    const at = this.#length;
    this.#length += n;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }
}

/** Reads a message in the order it was written; every method throws EngineError `wire` where it ends too soon. */
export class Reader {
  #bytes: Uint8Array;
  #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A whole number of 0 to 2^32-1. */
  u32(): number {
    const at = this.#at;
    this.#take(4);
    return this.#view.getUint32(at, true);
  }

  /** A string with its length. */
  string(): string {
    return decodeText(this.#take(this.u32()));
  }

  /** Whether the message has been read to its end. */
  get done(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Insists that nothing is left, which would mean that the two sides disagree. */
  end(): void {
    if (!this.done) throw new EngineError('wire', { detail: `${this.#bytes.length - this.#at} bytes too many` });
  }

  #take(n: number): Uint8Array {
    const end = this.#at + n;
    if (end > this.#bytes.length) {
      throw new EngineError('wire', { detail: `${end - this.#bytes.length} bytes missing` });
    }
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
