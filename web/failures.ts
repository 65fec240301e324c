// Everything that can go wrong with the engine, by code, in words for a reader.

/** What an {@link EngineError} is about; programs match this, never the message. */
export type FailureCode =
  | 'unsupported' // no WebAssembly in this browser, or switched off
  | 'csp' // a Content Security Policy forbids WebAssembly or the download
  | 'file-url' // the page was opened from file://
  | 'offline' // the browser says it has no network
  | 'network' // no answer: server down, name unknown, CORS refused
  | 'status' // an HTTP status other than 2xx
  | 'html' // a web page came instead of the file
  | 'type' // the Content-Type is not application/wasm
  | 'truncated' // the file ended early
  | 'invalid' // the file is not valid WebAssembly
  | 'script' // the script with SQLite's JavaScript part did not load
  | 'memory' // the browser would not give more memory
  | 'version' // parts of different versions met
  | 'import' // lesson.wasm asks for a function that nobody gives it
  | 'start' // the engine did not start for another reason
  | 'trap' // the engine crashed while answering
  | 'stopped' // the engine has crashed before and was not revived
  | 'wire'; // bytes that break the wire format

/** The facts of a failure, as far as they are known. */
export interface FailureFacts {
  /** Address of the file it is about. */
  file?: string;
  /** HTTP status, 100 to 599. */
  status?: number;
  /** A technical line or more for a bug report: the browser's words, or a panic's text. */
  detail?: string;
  /** The error it came from. */
  cause?: unknown;
}

const messages: Record<FailureCode, (name: string, facts: FailureFacts) => string> = {
  unsupported: () => 'This browser offers no WebAssembly, which the live part needs.',
  csp: (name, { file }) => `The page's Content Security Policy blocks ${file === undefined
    ? "WebAssembly: its script-src has to allow 'wasm-unsafe-eval'"
    : `${name}: its connect-src has to allow ${new URL(file).origin}`}.`,
  'file-url': () => 'A page opened as a file may not load the engine; any static web server will do.',
  offline: (name) => `The browser is offline, so ${name} could not be loaded.`,
  network: (name) => `No answer for ${name}: its server is out of reach, or does not allow this page (CORS).`,
  status: (name, { status }) => `The server answered ${name} with HTTP status ${status}.`,
  html: (name) => `The server sent a web page instead of ${name}.`,
  type: (name, { detail }) => `The server sent ${name} as ${detail || 'no type at all'} instead of application/wasm.`,
  truncated: (name) => `${name} arrived only in part.`,
  invalid: (name) => `${name} is not valid WebAssembly for this browser.`,
  script: () => 'A script of the engine could not be loaded; reloading the page may help.',
  memory: () => 'There is not enough memory for the engine.',
  version: (name) => `${name} is of another version than this page; reloading the page may help.`,
  import: (name, { detail }) => `${name} needs ${detail}, which this page does not offer.`,
  start: (name) => `${name} did not start.`,
  trap: () => 'The engine crashed and will be started anew.',
  stopped: () => 'The engine has crashed and was not started anew yet.',
  wire: () => 'The engine gave an answer that this page cannot read.',
};

/** A failure of the engine: `code` to match, `message` to show, `detail` for a report. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: FailureCode;
  readonly file?: string;
  readonly status?: number;
  readonly detail?: string;

  constructor(code: FailureCode, facts: FailureFacts = {}) {
    super(messages[code](facts.file === undefined ? 'the engine' : fileName(facts.file), facts), { cause: facts.cause });
    this.code = code;
    this.file = facts.file;
    this.status = facts.status;
    this.detail = facts.detail;
  }
}

/**
 * Whether a value is an {@link EngineError}. Two copies of the script share
 * one engine but not one class, so it looks at the name and not at the class.
 */
export function isEngineError(value: unknown): value is EngineError {
  return value instanceof Error && value.name === 'EngineError' && 'code' in value;
}

/** Any error as an {@link EngineError}: RangeError is what browsers throw for want of memory. */
export function asEngineError(error: unknown, otherwise: FailureCode, facts: FailureFacts = {}): EngineError {
  if (isEngineError(error)) return error;
  const code = error instanceof RangeError ? 'memory' : otherwise;
  return new EngineError(code, { detail: String(error), ...facts, cause: error });
}

function fileName(address: string): string {
  return address.split(/[?#]/, 1)[0]?.split('/').pop() || address;
}
