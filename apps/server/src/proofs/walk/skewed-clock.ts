const Real = Date

/** Shifts this process's clock. Returns a function that undoes it. */
export const skewClock = (aheadMs: number) => {
  class Skewed extends Real {
    constructor(...given: [] | [string | number | Date]) {
      super(given.length === 0 ? Real.now() + aheadMs : given[0])
    }

    static override now() {
      return Real.now() + aheadMs
    }
  }
  globalThis.Date = Skewed as DateConstructor
  return () => {
    globalThis.Date = Real
  }
}
