/** Docker counts in units of 1,000. */
const BUDGET_MB = 250

const megabytes = (bytes: number) =>
  `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`

export const sizeProblem = (bytes: number) =>
  bytes > BUDGET_MB * 1e6 ? `the image has ${megabytes(bytes)}, the budget is ${BUDGET_MB} MB` : null

export const sizeLine = (bytes: number) => `the image has ${megabytes(bytes)} of ${BUDGET_MB} MB`

/** Files that would help an intruder, or that only a developer needs. */
const UNWANTED = [
  /\.test\.tsx?$/,
  /^store\/(?:tools|e2e|docs|deploy|packages\/(?:emulators|demo)|apps\/server\/src\/(?:testing|proofs|demo))\//,
  /\/node_modules\/(?:typescript|vitest|vite|@playwright|eslint|npm)\//,
  /^store\/(?:\.env|\.npmrc|package-lock\.json)/,
  /^(?:usr\/)?s?bin\/(?:sh|bash|dash|apt|apt-get|dpkg)$/,
  /^usr\/local\/(?:lib|share)\//,
  /^root\/./,
  /npmrc$/,
  /\.(?:crt|pem)$/,
]

/** Files of the image, as `tar` lists them, that do not belong there. */
export const unwantedFiles = (files: readonly string[]) =>
  files.filter((file) => !file.endsWith('/') && UNWANTED.some((pattern) => pattern.test(file)))
