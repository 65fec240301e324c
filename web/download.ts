// Downloads one .wasm file with progress and compiles it as it arrives.

import { asEngineError, EngineError } from './failures.ts';

/** How to download: `received` hears of each piece, in bytes after any Content-Encoding is undone. */
export interface DownloadOptions {
  /** The file's true size in bytes, to tell one cut short; unknown if absent. */
  size?: number;
  /** The browser's HTTP cache; `reload` after a failure, lest the bad copy come again. */
  cache: RequestCache;
  signal: AbortSignal;
  received: (bytes: number) => void;
}

/**
 * Makes sure that WebAssembly may run here, before anything is downloaded for it.
 * @throws {EngineError} `unsupported` or `csp`.
 */
export function requireWebAssembly(): void {
  if (typeof WebAssembly !== 'object') throw new EngineError('unsupported');
  try {
    // The smallest module there is: the magic number and the version. WebKit forbids only what comes of one.
    new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)));
  } catch (cause) {
    throw new EngineError('csp', { detail: String(cause), cause });
  }
}

/**
 * Fetches and compiles a module.
 * @throws {EngineError} `csp`, `file-url`, `offline`, `network`, `status`, `html`, `type`,
 *   `truncated`, `invalid` or `memory`.
 */
export async function download(url: URL, options: DownloadOptions): Promise<WebAssembly.Module> {
  const file = url.href;
  const response = await request(url, options);
  if (!response.ok) throw new EngineError('status', { file, status: response.status });
  const type = response.headers.get('content-type')?.trim().toLowerCase() ?? '';
  const facts = { file, status: response.status, detail: type };
  if (/^(text\/html|application\/xhtml\+xml)\b/.test(type)) throw new EngineError('html', facts);
  if (type !== 'application/wasm') throw new EngineError('type', facts);

  // The response itself goes to the compiler, so that the browser can keep the
  // compiled code with it; a copy is only counted.
  let bytes = 0;
  const counted = count(response.clone(), (n) => {
    bytes += n;
    options.received(n);
  });
  const [compiled, arrived] = await Promise.allSettled([compile(response), counted]);
  const seen = { file, status: response.status };
  if (arrived.status === 'rejected') throw asEngineError(arrived.reason, 'truncated', seen);
  if (compiled.status === 'fulfilled') return compiled.value;
  const short = options.size !== undefined && bytes < options.size;
  const detail = short ? `${bytes} of ${options.size} bytes: ${compiled.reason}` : String(compiled.reason);
  throw asEngineError(compiled.reason, short ? 'truncated' : 'invalid', { ...seen, detail });
}

async function request(url: URL, { cache, signal }: DownloadOptions): Promise<Response> {
  const file = url.href;
  let forbidden = false;
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    forbidden ||= event.effectiveDirective === 'connect-src' && file.startsWith(event.blockedURI);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    return await fetch(url, { cache, signal });
  } catch (cause) {
    // fetch says no more than "failed"; the policy's event may come a task later.
    await new Promise((resolve) => setTimeout(resolve));
    const facts = { file, detail: String(cause), cause };
    if (forbidden) throw new EngineError('csp', facts);
    if (location.protocol === 'file:') throw new EngineError('file-url', facts);
    throw new EngineError(navigator.onLine ? 'network' : 'offline', facts);
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

async function compile(response: Response): Promise<WebAssembly.Module> {
  if (typeof WebAssembly.compileStreaming === 'function') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function count(response: Response, received: (bytes: number) => void): Promise<void> {
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return;
    received(piece.value.length);
  }
}
