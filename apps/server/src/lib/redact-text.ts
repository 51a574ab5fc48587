const HIDDEN = '[hidden]'

/** 24 characters or more with a digit: longer than a word, and as long as the shortest token of the store or others. */
const LONG_TOKEN = /(?<![\w+=-])(?=[\w+=-]*\d)[\w+=-]{24,}/g

/** The value after a name that announces a secret: `password=x`, `"token": "x"`, `secret: x`, `reset_token_2=x`. */
const NAMED =
  /((?:password|passwd|secret|token|authorization|api[-_]?key|access[-_]?key|signature|credential|turnstile)[\w-]{0,40}["']?\s{0,8}[:=]\s{0,8}["']?)(?!\[hidden\])[^\s"',;&}]+/gi

// Strangers write some of these texts, such as the path of a request. No rule may rescan an unbounded run from each of
// its characters, or a long text would take minutes.
const RULES: readonly [RegExp, string][] = [
  // A cookie header has many values and ends with its line.
  [/\b((?:set-)?cookie["']?\s*[:=]\s*)[^\n]+/gi, `$1${HIDDEN}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  // user:password@host
  [/(\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`],
  // A query may carry tickets and tokens under any name.
  [/\?[^\s"'#)]+/g, `?${HIDDEN}`],
  [NAMED, `$1${HIDDEN}`],
  [/\b(?:sk|rk|pk|whsec|cs|pi|seti|ek)_(?:test_|live_)?\w{6,}/g, HIDDEN],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, HIDDEN],
  [LONG_TOKEN, HIDDEN],
]

/**
 * Removes secrets and e-mail addresses from a text that people will read. The store's own secrets are removed wherever
 * they occur; others are recognized by their form or by the name before them.
 */
export const textRedactor = (secrets: readonly string[]) => {
  // The longest first: one secret may contain another.
  const own = secrets.filter((secret) => secret.length >= 4).sort((one, other) => other.length - one.length)
  return (text: string): string => {
    let clean = text
    for (const secret of own) clean = clean.replaceAll(secret, HIDDEN)
    for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement)
    return clean
  }
}
