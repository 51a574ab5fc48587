const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** A file size like `418 MB` or `1.2 GB`. */
export const sizeText = (bytes: number): string => {
  if (bytes >= 1e9) return `${tenths.format(bytes / 1e9)} GB`
  if (bytes >= 1e6) return `${whole.format(bytes / 1e6)} MB`
  return `${whole.format(Math.ceil(bytes / 1e3))} kB`
}
