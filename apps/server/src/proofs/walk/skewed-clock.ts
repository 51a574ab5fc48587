const Real = Date

/** Makes this process believe that it is earlier or later than it is. Returns how to end that. */
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
