/** Builds the web app and compresses its files once, so that no request has to. */
import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WEB = path.resolve(import.meta.dirname, '../apps/web')
const CLIENT = path.join(WEB, 'build/client')
const REACT_ROUTER = path.resolve(import.meta.dirname, '../node_modules/.bin/react-router')
/** Files worth compressing; other formats, such as pictures and fonts, are compressed already. */
const TEXT = /\.(js|css|svg|json|txt|map)$/
const SMALLEST = 512

const built = spawnSync(REACT_ROUTER, ['build'], {
  cwd: WEB,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
if (built.status !== 0) process.exit(built.status ?? 1)

/** Brotli's best mode and block size for a file can only be found by trying them. */
const BROTLI_WAYS = [
  { mode: constants.BROTLI_MODE_GENERIC, block: 0 },
  { mode: constants.BROTLI_MODE_TEXT, block: 20 },
  { mode: constants.BROTLI_MODE_FONT, block: 0 },
]

const smallestBrotli = async (content: Buffer) => {
  const tried = await Promise.all(
    BROTLI_WAYS.map(({ mode, block }) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_MODE]: mode,
          [constants.BROTLI_PARAM_LGBLOCK]: block,
        },
      }),
    ),
  )
  return tried.reduce((best, next) => (next.length < best.length ? next : best))
}

const compress = async (file: string) => {
  const content = await readFile(file)
  if (content.length < SMALLEST) return false
  const [br, gz] = await Promise.all([smallestBrotli(content), promisify(gzip)(content, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return true
}

const entries = await readdir(CLIENT, { recursive: true, withFileTypes: true })
const files = entries
  .filter((entry) => entry.isFile() && TEXT.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
const done = await Promise.all(files.map(compress))
console.log(`${done.filter(Boolean).length} files compressed`)
