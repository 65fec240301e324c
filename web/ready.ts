// A promise that is settled from outside, and can be replaced by another.

export class Ready<T> {
  promise!: Promise<T>;
  resolve!: (value: T) => void;
  reject!: (error: unknown) => void;

  constructor() {
    this.renew();
  }

  renew(): void {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.promise.catch(() => {}); // whoever waits for it hears of it; the page's console need not
  }
}
